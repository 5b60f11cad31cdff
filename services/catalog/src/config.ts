import { readConfig, serviceVariables } from '@shop/service-kit';

export const config = readConfig({ ...serviceVariables }, process.env);
