/** Plain data of MongoDB: no driver is needed to pass it on. */
type MongoDocument = Record<string, unknown>;

/** What one test file asked of its database: `tools/test/query-plans.ts` explains it against full collections. */
export interface RecordedQueries {
  service: string;
  /** Where the server is. */
  mongodbUri: string;
  /** By collection. */
  collections: Record<string, { indexes: MongoDocument[]; samples: MongoDocument[] }>;
  commands: MongoDocument[];
}
