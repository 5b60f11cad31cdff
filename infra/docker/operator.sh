#!/bin/sh
# The commands of the image `operator`, with the arguments that `npm run` takes: `backup /backups/2026-11-23`.
set -eu
case "${1:-}" in
  events) program=tools/events/run.ts ;;
  backup | restore) program="infra/backup/$1.ts" ;;
  users) program=infra/docker/users.ts ;;
  *)
    echo 'events | backup | restore | users, with their arguments' >&2
    exit 1
    ;;
esac
shift
exec node "$program" "$@"
