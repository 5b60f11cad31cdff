import { type DynamicModule, Module, type Type } from '@nestjs/common';
import type { listFailuresOf, replayEventsOf, retryJobsOf } from '@shop/contracts';
import { ContractController, type Input, Route, ValidatedInput } from '../http/route.ts';
import { Operations } from './operations.service.ts';

/** The calls of a service, as the contracts export them. */
interface OperationsCalls {
  listFailures: ReturnType<typeof listFailuresOf>;
  replayEvents: ReturnType<typeof replayEventsOf>;
  retryJobs: ReturnType<typeof retryJobsOf>;
}

function controllerOf({ listFailures, replayEvents, retryJobs }: OperationsCalls): Type {
  @ContractController()
  class OperationsController {
    constructor(private readonly operations: Operations) {}

    @Route(listFailures)
    list() {
      return this.operations.failures();
    }

    @Route(replayEvents)
    replay(@ValidatedInput() { session, body }: Input<OperationsCalls['replayEvents']>) {
      return this.operations.replay(session, body);
    }

    @Route(retryJobs)
    retry(@ValidatedInput() { session, body }: Input<OperationsCalls['retryJobs']>) {
      return this.operations.retry(session, body);
    }
  }
  return OperationsController;
}

/** Events that the service has given up on and jobs that fail, for staff: `OperationsModule.of(catalog, AuditModule)`. */
@Module({})
export class OperationsModule {
  /** `audited` exports the service's `AuditTrail`. */
  static of(calls: OperationsCalls, audited: Type): DynamicModule {
    return {
      module: OperationsModule,
      imports: [audited],
      controllers: [controllerOf(calls)],
      providers: [Operations],
    };
  }
}
