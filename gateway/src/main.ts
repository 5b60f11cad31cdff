import 'reflect-metadata';
import { stopOnSignal } from '@shop/service-kit';
import { readGatewayConfig } from './config.ts';
import { startGateway } from './start.ts';

const config = readGatewayConfig();
stopOnSignal(await startGateway(config), config);
