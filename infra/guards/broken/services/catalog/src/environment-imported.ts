import { env } from 'node:process';

export const url = env.MONGODB_URI;
