# Server and sentinel keep what they agree on in their own configuration files; at the first start redis-0 is the primary.
set -e
umask 077
me="$(hostname).redis"
server=/data/redis.conf
sentinel=/data/sentinel.conf
if [ "$1" = server ]; then
  if [ ! -f $server ]; then
    {
      echo 'port 4434'
      echo 'dir /data'
      echo 'appendonly yes'
      echo 'save ""'
      echo 'maxmemory-policy noeviction'
      echo 'aclfile /secrets/users.acl'
      echo "masteruser $OPERATOR"
      echo "masterauth $PASSWORD"
      echo "replica-announce-ip $me"
      [ "$(hostname)" = redis-0 ] || echo 'replicaof redis-0.redis 4434'
    } >$server.new
    mv $server.new $server
  fi
  exec redis-server $server
fi
if [ ! -f $sentinel ]; then
  until REDISCLI_AUTH="$PASSWORD" redis-cli -h redis-0.redis -p 4434 --user "$OPERATOR" ping 2>/dev/null | grep -q PONG; do sleep 1; done
  {
    echo 'port 4439'
    echo 'dir /tmp'
    echo 'sentinel resolve-hostnames yes'
    echo 'sentinel announce-hostnames yes'
    echo "sentinel announce-ip $me"
    echo 'sentinel monitor shop redis-0.redis 4434 2'
    echo "sentinel auth-user shop $OPERATOR"
    echo "sentinel auth-pass shop $PASSWORD"
    echo 'sentinel down-after-milliseconds shop 3000'
    echo 'sentinel failover-timeout shop 10000'
  } >$sentinel.new
  mv $sentinel.new $sentinel
fi
exec redis-server $sentinel --sentinel
