import { identity } from '@shop/contracts';
import { ContractController, type Input, Route, ValidatedInput } from '@shop/service-kit';
import { AuditList } from './audit-list.service.ts';
import { AuditCheck } from './check.service.ts';

@ContractController()
export class AuditController {
  constructor(
    private readonly auditList: AuditList,
    private readonly auditCheck: AuditCheck,
  ) {}

  @Route(identity.listAudit)
  list(@ValidatedInput() { query }: Input<typeof identity.listAudit>) {
    return this.auditList.page(query);
  }

  @Route(identity.checkAudit)
  check(@ValidatedInput() { query }: Input<typeof identity.checkAudit>) {
    return this.auditCheck.page(query);
  }
}
