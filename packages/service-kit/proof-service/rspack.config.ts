import { serviceConfig } from '@shop/build/service';

export default serviceConfig(import.meta.dirname);
