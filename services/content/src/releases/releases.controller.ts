import { content } from '@shop/contracts';
import { ContractController, Route } from '@shop/service-kit';
import { Shell } from './shell.ts';

/** For staff: what the shell serves. Nothing here changes it (ADR 0099). */
@ContractController()
export class ReleasesController {
  constructor(private readonly shell: Shell) {}

  @Route(content.listReleases)
  list() {
    return this.shell.releases();
  }
}
