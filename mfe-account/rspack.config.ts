import { remoteConfig } from '@shop/build/remote';
import remote from './federation.ts';

export default remoteConfig(remote, import.meta.dirname);
