export { openStorage } from './open-storage.ts';
export {
  LostCondition,
  type ObjectInfo,
  type PutOptions,
  type Storage,
  StorageUnavailable,
  type StoredObject,
} from './storage.ts';
