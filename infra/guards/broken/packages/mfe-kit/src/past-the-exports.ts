export { call } from '../../contracts/src/core/call.ts';
