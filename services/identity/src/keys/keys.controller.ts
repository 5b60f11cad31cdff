import { identity } from '@shop/contracts';
import { ContractController, Route } from '@shop/service-kit';
import { Keys } from './keys.ts';

@ContractController()
export class KeysController {
  constructor(private readonly keys: Keys) {}

  @Route(identity.keys)
  published() {
    return this.keys.published();
  }
}
