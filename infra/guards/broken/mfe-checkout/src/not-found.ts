export { call } from '@shop/contracts/src/core/call.ts';
