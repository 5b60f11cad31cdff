import { readConfig, serviceVariables } from '@shop/service-kit';
import { variables } from './variables.ts';

export const config = readConfig({ ...serviceVariables, ...variables }, process.env);
