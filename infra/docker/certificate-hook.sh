#!/bin/sh
# For certbot's --deploy-hook: gives the edge the certificate that was just issued, readable by its user alone.
# The edge reads both files when a browser connects, so that nothing has to be restarted.
set -eu
folder="${1:?names the folder of the certificates}"
issued="issued-$(date +%Y%m%d%H%M%S)-$$"
mkdir "$folder/$issued"
for file in privkey fullchain; do
  install -o "${EDGE_USER:-101}" -m 400 "$RENEWED_LINEAGE/$file.pem" "$folder/$issued/$file.pem"
done
# Both at once: a certificate without its key is refused in the handshake.
ln -s "$issued" "$folder/live.next"
mv -T "$folder/live.next" "$folder/live"
find "$folder" -maxdepth 1 -type d -name 'issued-*' ! -name "$issued" -exec rm -r {} +
