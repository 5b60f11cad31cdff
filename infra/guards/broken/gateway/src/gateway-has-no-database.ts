export { Schema } from 'mongoose';
