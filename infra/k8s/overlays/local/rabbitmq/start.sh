# Erlang takes its cookie from a file of its user alone; nodes know each other by their pods' full names.
set -e
umask 077
cp -f /secrets/cookie /var/lib/rabbitmq/.erlang.cookie
chmod 400 /var/lib/rabbitmq/.erlang.cookie
export HOME=/var/lib/rabbitmq RABBITMQ_USE_LONGNAME=true RABBITMQ_NODENAME="rabbit@$(hostname -f)"
export RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS='+S 2:2'
exec rabbitmq-server
