import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { payment } from '@shop/contracts';
import { AuditTrail, Failure, type Session, Transactions } from '@shop/service-kit';
import type { Model } from 'mongoose';
import type { LiveProviderName } from '../providers/provider.ts';
import { Providers } from '../providers/providers.ts';
import type { Method } from './method.schema.ts';

type Declared = (typeof payment.PROVIDERS)[number];

/** The ways to pay that buyers are offered: staff switch each provider on and off. */
@Injectable()
export class MethodsService {
  constructor(
    @InjectModel('Method') private readonly methods: Model<Method>,
    private readonly providers: Providers,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
  ) {}

  /** @throws Failure `payment.method-off` */
  async requireOn(provider: LiveProviderName): Promise<void> {
    const decided = await this.methods.findById(provider).lean<Method>();
    if (!isOn(declarationOf(provider), decided)) throw new Failure('payment.method-off');
  }

  /** Those that are switched on, in the order of the contracts' list. */
  async offered() {
    return (await this.#all()).filter((method) => method.isOn).map(({ declared }) => viewOf(declared));
  }

  async forStaff() {
    return Promise.all((await this.#all()).map((method) => this.#viewForStaff(method.declared, method.isOn)));
  }

  /** @throws Failure `payment.method-incomplete` */
  async switch(actor: Session, provider: LiveProviderName, on: boolean) {
    const declared = declarationOf(provider);
    const view = await this.#viewForStaff(declared, on);
    if (on && view.missing !== null) {
      throw new Failure('payment.method-incomplete', { details: { missing: view.missing } });
    }
    await this.transactions.run(async (session) => {
      const before = await this.methods
        .findByIdAndUpdate(provider, { $set: { isOn: on } }, { upsert: true, session })
        .lean<Method>();
      await this.audit.record(session, actor, {
        action: 'payment-method.switched',
        subject: 'payment-method',
        subjectId: provider,
        before: { isOn: isOn(declared, before) },
        after: { isOn: on },
      });
    });
    return view;
  }

  async #all() {
    const names = payment.PROVIDERS.map(({ name }) => name);
    const stored = await this.methods.find({ _id: { $in: names } }).lean<Method[]>();
    const decided = new Map(stored.map((method) => [method._id, method]));
    return payment.PROVIDERS.map((declared) => ({
      declared,
      isOn: isOn(declared, decided.get(declared.name) ?? null),
    }));
  }

  async #viewForStaff(declared: Declared, on: boolean) {
    const missing = (await this.providers.of(declared.name).missing?.()) ?? null;
    return { ...viewOf(declared), isOn: on, missing };
  }
}

const declarationOf = (provider: LiveProviderName): Declared =>
  payment.PROVIDERS.find(({ name }) => name === provider)!;

const isOn = ({ isOnAtFirst }: Declared, decided: Method | null): boolean => decided?.isOn ?? isOnAtFirst;

const viewOf = ({ name, currencies }: Declared) => ({ provider: name, currencies: [...currencies] });
