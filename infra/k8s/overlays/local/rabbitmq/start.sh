# Erlang takes its cookie from a file of its user alone; nodes know each other by their pods' full names.
set -e
umask 077
cp -f /secrets/cookie /var/lib/rabbitmq/.erlang.cookie
chmod 400 /var/lib/rabbitmq/.erlang.cookie
me=$(hostname -f)
mkdir -p /tmp/rabbitmq
cp /configuration/20-shop.conf /tmp/rabbitmq/20-shop.conf
for number in 0 1 2; do
  echo "cluster_formation.classic_config.nodes.$((number + 1)) = rabbit@rabbitmq-$number.${me#*.}"
done >/tmp/rabbitmq/30-nodes.conf
export HOME=/var/lib/rabbitmq RABBITMQ_CONFIG_FILES=/tmp/rabbitmq RABBITMQ_USE_LONGNAME=true RABBITMQ_NODENAME="rabbit@$me"
export RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS='+S 2:2'
exec rabbitmq-server
