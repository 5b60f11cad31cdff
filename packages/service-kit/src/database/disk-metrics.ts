import { Measurement } from '../metrics/measurement.ts';

/** Bytes of this service's database, and of the disk that MongoDB stores it on. */
export interface DiskMeasures {
  data: number;
  files: number;
  used: number;
  size: number;
}

const KEEP_MS = 60_000;

export const diskMeasurement = new Measurement<DiskMeasures>('The database', { keepMs: KEEP_MS })
  .gauge('mongodb_data_bytes', 'Documents of the database, uncompressed', [], ({ data }) => data)
  .gauge('mongodb_files_bytes', 'Files of the database, with indexes', [], ({ files }) => files)
  .gauge('mongodb_disk_used_bytes', 'Used of the disk that MongoDB stores on', [], ({ used }) => used)
  .gauge('mongodb_disk_size_bytes', 'Size of the disk that MongoDB stores on', [], ({ size }) => size);
