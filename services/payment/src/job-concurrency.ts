/** Items of one job that an instance runs at once. They mostly wait for a provider. */
export const CONCURRENCY = 8;
