export const url = process.env.MONGODB_URI;
