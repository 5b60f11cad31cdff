/** A server of one's own has no DNS name for each bucket. The client itself reads the other variables of S3. */
export const hasOwnEndpoint = (): boolean =>
  Boolean(process.env['AWS_ENDPOINT_URL_S3'] || process.env['AWS_ENDPOINT_URL']);
