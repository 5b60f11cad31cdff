# mongod wants its key file readable by its user alone. The first member begins with the operator's user, the others copy it.
set -e
install -m 400 /secrets/key /tmp/key
[ "$HOSTNAME" = mongodb-0 ] || unset MONGO_INITDB_ROOT_USERNAME MONGO_INITDB_ROOT_PASSWORD
exec docker-entrypoint.sh mongod --port 4430 --bind_ip_all --replSet shop --keyFile /tmp/key \
  --wiredTigerCacheSizeGB 0.25 --oplogSize 256 --setParameter transactionLifetimeLimitSeconds=5 --slowOpSampleRate 0 \
  > >(exec sed -uE '/^\{"t":\{[^}]*\},"s":"[A-Z0-9]+", *"c":"(-|CONTROL|ELECTION|FTDC|INITSYNC|JOURNAL|NETWORK|RECOVERY|REPL|ROLLBACK|STORAGE|WT[A-Z]*)"/!s/,"attr":.*/}/;s/("msg":"Index build[^"]*"),"attr":.*/\1}/')
