export { openStorage } from './open-storage.ts';
export { LostCondition, type ObjectInfo, type PutOptions, type Storage, type StoredObject } from './storage.ts';
