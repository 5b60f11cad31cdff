import { identity } from '@shop/contracts';
import { CallController, Route } from '@shop/service-kit';
import { Keys } from './keys.ts';

@CallController()
export class KeysController {
  constructor(private readonly keys: Keys) {}

  @Route(identity.keys)
  published() {
    return this.keys.published();
  }
}
