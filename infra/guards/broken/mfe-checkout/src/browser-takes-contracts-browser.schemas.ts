export { call } from '@shop/contracts/schemas/core/call.ts';
