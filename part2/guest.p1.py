import re,os
def sub(path, old, new, count=1):
    t=open(path).read()
    assert old in t, (path, old)
    t=t.replace(old,new,count); open(path,'w').write(t)
def write(path, text):
    os.makedirs(os.path.dirname(path),exist_ok=True); open(path,'w').write(text)

C='packages/contracts/src/'
sub(C+'cart-order/orders.ts',"""  'order.wrong-status':""","""  'order.link-invalid': { status: 404, message: 'This link does not work any more. Have another one mailed' },
  'order.wrong-status':""")
sub(C+'cart-order/orders.ts',"""const orderParams = z.object({ id: objectId });
""","""/** An order as its link shows it, which may be passed on: without the account and the provider's id of the payment. */
export const linkedOrder = order
  .omit({ userId: true, disputes: true })
  .extend({ paymentInfo: order.shape.paymentInfo.omit({ id: true }) })
  .meta({ id: 'LinkedOrder' });
export type LinkedOrder = z.infer<typeof linkedOrder>;

const orderParams = z.object({ id: objectId });
""")
sub(C+'cart-order/orders.ts',"""export const listMyOrders =""","""/** Signed, with its end: of the mails about an order. */
const linkParams = z.object({ link: z.string().max(200) });

export const getOrderByLink = defineCall({
  id: 'cart-order.get-order-by-link',
  service: 'cart-order',
  method: 'GET',
  path: '/order/link/:link',
  access: 'guest',
  summary: 'The one order that a mail links to, for whoever has the link',
  params: linkParams,
  answer: z.object({ order: linkedOrder }),
  errors: ['order.link-invalid'],
});

export const getInvoiceByLink = defineCall({
  id: 'cart-order.get-invoice-by-link',
  service: 'cart-order',
  method: 'GET',
  path: '/order/link/:link/invoice',
  access: 'guest',
  summary: 'The invoice of the order that a mail links to, as PDF',
  params: linkParams,
  answer: pdf,
  answerTypes: ['application/pdf'],
  errors: ['order.link-invalid', 'invoice.not-ready'],
  timeoutMs: 10_000,
});

export const getCreditNoteByLink = defineCall({
  id: 'cart-order.get-credit-note-by-link',
  service: 'cart-order',
  method: 'GET',
  path: '/order/link/:link/credit-note/:refundId',
  access: 'guest',
  summary: 'The credit note of a completed refund of the order that a mail links to, as PDF',
  params: linkParams.extend({ refundId: z.string().max(100) }),
  answer: pdf,
  answerTypes: ['application/pdf'],
  errors: ['order.link-invalid', 'invoice.not-ready'],
  timeoutMs: 10_000,
});

export const findOrder = defineCall({
  id: 'cart-order.find-order',
  service: 'cart-order',
  method: 'POST',
  path: '/order/find',
  access: 'guest',
  summary:
    'Mails the link to an order to its buyer, where number and e-mail address belong together. The answer is the same where they do not',
  body: z.object({
    number: z
      .string()
      .trim()
      .regex(/^#?[0-9a-f]{6}$/i, 'An order number has six letters or digits, as #1A2B3C'),
    email: z.email('This is not an e-mail address').max(254, 'Too long: at most 254 characters'),
  }),
  answer: z.object({ isAsked: z.literal(true) }),
  status: 202,
  errors: [],
  limit: 'code',
  repeatable: 'A link is mailed once in a while, however often it is asked for',
});

export const listMyOrders =""")
sub(C+'cart-order/events.ts',"""export const holdReleased =""","""export const orderLinkRequested = defineEvent({
  name: 'order.link-requested.v1',
  publisher: 'cart-order',
  summary: 'The buyer of an order asked for its link, by number and e-mail address',
  key: 'orderId',
  unordered: 'Each request is answered by a mail of its own',
  data: z.object({ orderId: z.string(), userId: z.string() }),
  consumers: { content: { subscription: 'work', effect: 'mails the link to the buyer' } },
});

export const holdReleased =""")
sub(C+'identity/user.ts',"""  summary: 'For each word the accounts whose e-mail address begins with it, at most 100',
  body: z.object({ words: z.array(z.string().min(3).max(254)).min(1).max(10) }),""","""  summary: 'For each word the accounts whose e-mail address begins with it, at most 100',
  body: z.object({
    words: z.array(z.string().min(3).max(254)).min(1).max(10),
    /** The word is the whole address. */
    isWhole: z.boolean().optional(),
  }),""")
sub('services/identity/src/users/users.controller.ts','this.users.byEmail(body.words)','this.users.byEmail(body)')
sub('services/identity/src/users/users.service.ts',"""  byEmail(words: readonly string[]): Promise<string[][]> {
    return Promise.all(words.map((word) => this.users.idsByEmail(word.toLowerCase())));""","""  byEmail({ words, isWhole = false }: BodyOf<typeof identity.findUsersByEmail>): Promise<string[][]> {
    return Promise.all(words.map((word) => this.users.idsByEmail(word.toLowerCase(), isWhole)));""")
sub('services/identity/src/users/users.repository.ts',"""  async idsByEmail(beginning: string): Promise<string[]> {""","""  async idsByEmail(email: string, isWhole: boolean): Promise<string[]> {""")
sub('services/identity/src/users/users.repository.ts',"""{ email: new RegExp(`^${RegExp.escape(beginning)}`) }""","""{ email: isWhole ? email : new RegExp(`^${RegExp.escape(email)}`) }""")
sub('packages/service-kit/src/testing/identity.ts',"""        const { words } = identity.findUsersByEmail.body!.parse(JSON.parse(body));
        const found = words.map((word) => [...contacts.values()].filter(({ email }) => email.startsWith(word)));""","""        const { words, isWhole } = identity.findUsersByEmail.body!.parse(JSON.parse(body));
        const found = words.map((word) =>
          [...contacts.values()].filter(({ email }) => (isWhole ? email === word : email.startsWith(word))),
        );""")
write('packages/service-kit/src/links/signed-links.ts',"""import crypto from 'node:crypto';

/** What a signed link opens. */
interface Opened {
  /** One for `order` opens nothing else. */
  purpose: string;
  /** Without dots. */
  id: string;
}

/**
 * Signs the text of a link that opens one thing to whoever has it, until a time. Nothing is stored: what is signed with a key that is no longer
 * accepted opens nothing.
 * @param keys the first signs, see `secrets`
 */
export function signLink({ purpose, id }: Opened, until: Date, [key]: readonly string[]): string {
  const signed = `${id}.${Math.floor(until.getTime() / 1000).toString(36)}`;
  return `${signed}.${signatureOf(purpose, signed, key!)}`;
}

/** @returns the id that a link opens; undefined where none of the keys signed it, or its time is over */
export function openLink(purpose: string, link: string, keys: readonly string[], nowMs: number): string | undefined {
  const [id, until, signature, ...rest] = link.split('.');
  if (!id || !until || !signature || rest.length > 0) return undefined;
  const given = Buffer.from(signature);
  const isSigned = keys
    .map((key) => Buffer.from(signatureOf(purpose, `${id}.${until}`, key)))
    .some((expected) => expected.length === given.length && crypto.timingSafeEqual(expected, given));
  return isSigned && nowMs < Number.parseInt(until, 36) * 1000 ? id : undefined;
}

const signatureOf = (purpose: string, signed: string, key: string): string =>
  crypto.createHmac('sha256', key).update(`${purpose}.${signed}`).digest('base64url');
""")
write('packages/service-kit/src/links/signed-links.spec.ts',"""import { describe, expect, it } from '@jest/globals';
import { openLink, signLink } from './signed-links.ts';

const [OLD, NEW] = ['a key of sixteen letters', 'another of sixteen letters'];
const UNTIL = new Date('2026-12-01T00:00:00.000Z');
const link = signLink({ purpose: 'order', id: 'a1' }, UNTIL, [OLD]);
const [id, until, signature] = link.split('.') as [string, string, string];
const before = UNTIL.getTime() - 1;

describe('a signed link', () => {
  it('opens what it was made for until its time is over, also when the key has been changed since', () => {
    expect(openLink('order', link, [OLD], before)).toBe('a1');
    expect(openLink('order', link, [NEW, OLD], before)).toBe('a1');
    expect(openLink('order', link, [NEW], before)).toBeUndefined();
    expect(openLink('order', link, [OLD], UNTIL.getTime())).toBeUndefined();
  });

  it('is signed with the first key', () => {
    expect(openLink('order', signLink({ purpose: 'order', id: 'a1' }, UNTIL, [NEW, OLD]), [NEW], before)).toBe('a1');
  });

  it.each([
    ['of another thing', `a2.${until}.${signature}`],
    ['with a later end', `${id}.zzzzzzz.${signature}`],
    ['without a signature', `${id}.${until}.`],
    ['with a longer signature', `${link}a`],
    ['with a further part', `${link}.a`],
    ['that is no link', 'a1'],
    ['that is empty', ''],
  ])('%s opens nothing', (_, changed) => {
    expect(openLink('order', changed, [OLD], before)).toBeUndefined();
  });

  it('of another purpose opens nothing', () => {
    expect(openLink('invoice', link, [OLD], before)).toBeUndefined();
  });
});
""")
sub('packages/service-kit/src/index.ts',"export { oneOf, secrets } from './config/secrets.ts';","export { oneOf, secrets } from './config/secrets.ts';\nexport { openLink, signLink } from './links/signed-links.ts';")

O='services/cart-order/src/'
sub(O+'clients/identity.ts',"""  async onApplicationShutdown""","""  /** Accounts with this e-mail address. @throws Error while identity is unavailable */
  async accountsWith(email: string): Promise<string[]> {
    const body = { words: [email.toLowerCase()], isWhole: true };
    const { accounts } = await this.#client.call(identity.findUsersByEmail, { body });
    return accounts[0] ?? [];
  }

  async onApplicationShutdown""")
write(O+'orders/order-links.service.ts',"""import { Inject, Injectable, Logger } from '@nestjs/common';
import { type BodyOf, cartOrder } from '@shop/contracts';
import { Clock, CONFIG, Failure, openLink, Outbox, Transactions } from '@shop/service-kit';
import { Identity } from '../clients/identity.ts';
import type { Config } from '../variables.ts';
import type { Order } from './order.schema.ts';
import { OrdersRepository } from './orders.repository.ts';

/** Orders for those without a session: by the link of a mail, which can be asked for. */
@Injectable()
export class OrderLinksService {
  readonly #logger = new Logger(OrderLinksService.name);

  constructor(
    private readonly orders: OrdersRepository,
    private readonly identity: Identity,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws Failure `order.link-invalid` */
  async open(link: string): Promise<Order> {
    const id = openLink('order', link, this.config.ORDER_LINK_KEY, this.clock.millis());
    const order = id === undefined ? null : await this.orders.byId(id);
    if (!order) throw new Failure('order.link-invalid');
    return order;
  }

  /** Mails the link to the buyer, where there is such an order. The time that it takes tells nothing of that. */
  async request({ number, email }: BodyOf<typeof cartOrder.findOrder>): Promise<void> {
    const userIds = await this.identity.accountsWith(email);
    const orderIds = await this.orders.idsByNumber(number.replace('#', '').toLowerCase(), userIds);
    for (const orderId of orderIds) {
      this.#mail(orderId).catch((error: unknown) => this.#logger.error('A link to an order was not mailed', error));
    }
  }

  #mail(orderId: string): Promise<void> {
    const now = this.clock.now();
    const before = new Date(now.getTime() - this.config.ORDER_LINK_PAUSE);
    return this.transactions.run(async (session) => {
      const userId = await this.orders.markLinkMailed(orderId, { now, before }, session);
      if (userId === undefined) return;
      await this.outbox.publish(session, cartOrder.orderLinkRequested, { key: orderId, data: { orderId, userId } });
    });
  }
}
""")
sub(O+'orders/orders.repository.ts',"""  /** By our id of the payment or""","""  /** Orders of these accounts that are shown under this number. */
  async idsByNumber(number: string, userIds: readonly string[]): Promise<string[]> {
    const found = await this.orders
      .find({ words: number, userId: { $in: [...userIds] } }, { _id: 1 })
      .limit(MOST_BY_NUMBER)
      .lean<Pick<Order, '_id'>[]>();
    return found.map(({ _id }) => _id).filter((id) => id.endsWith(number));
  }

  /** @returns the buyer, unless its link was mailed on request after `before` */
  async markLinkMailed(
    id: string,
    { now, before }: { now: Date; before: Date },
    session: ClientSession,
  ): Promise<string | undefined> {
    const changed = await this.orders
      .findOneAndUpdate(
        { _id: id, $or: [{ linkMailedAt: { $exists: false } }, { linkMailedAt: { $lt: before } }] },
        { linkMailedAt: now },
        { session, projection: { userId: 1 } },
      )
      .lean<Pick<Order, 'userId'>>();
    return changed?.userId;
  }

  /** By our id of the payment or""")
sub(O+'orders/orders.repository.ts',"""@Injectable()""","""/** A word of six characters may also be one of a name. */
const MOST_BY_NUMBER = 20;

@Injectable()""")
sub(O+'orders/order.schema.ts',"""  /** What staff find it by. */""","""  /** When its link was last mailed on request. */
  linkMailedAt?: Date;
  /** What staff find it by. */""")
sub(O+'orders/order.schema.ts',"""    words: {""","""    linkMailedAt: Date,
    words: {""")
sub(O+'orders/order.view.ts',"""function refundView(""","""/** For whoever has its link. */
export function linkedViewOf(order: cartOrder.Order): cartOrder.LinkedOrder {
  const { userId: _, disputes: __, paymentInfo, ...shown } = order;
  return { ...shown, paymentInfo: { provider: paymentInfo.provider, status: paymentInfo.status } };
}

function refundView(""")
p=O+'orders/orders.controller.ts'
sub(p,"import { viewOf } from './order.view.ts';","import { linkedViewOf, viewOf } from './order.view.ts';\nimport { OrderLinksService } from './order-links.service.ts';")
sub(p,"""    private readonly orders: OrdersService,
""","""    private readonly orders: OrdersService,
    private readonly links: OrderLinksService,
""")
sub(p,"""  @Route(cartOrder.listMyOrders)""","""  @Header('cache-control', 'private, no-store')
  @Route(cartOrder.getOrderByLink)
  async byLink(@ValidatedInput() { params }: Input<typeof cartOrder.getOrderByLink>) {
    const { order } = this.#viewFor(await this.links.open(params.link), { forStaff: false });
    return { order: linkedViewOf(order) };
  }

  @Route(cartOrder.findOrder)
  async find(@ValidatedInput() { body }: Input<typeof cartOrder.findOrder>) {
    await this.links.request(body);
    return { isAsked: true as const };
  }

  @Route(cartOrder.listMyOrders)""")
sub(p,"""  #viewOf({ role }: Session, order: Order) {
    const { ORDER_CANCEL_WITHIN: cancelWithinMs } = this.config;
    return { order: viewOf(order, { cancelWithinMs, nowMs: this.clock.millis(), forStaff: role === 'admin' }) };
  }""","""  #viewOf({ role }: Session, order: Order) {
    return this.#viewFor(order, { forStaff: role === 'admin' });
  }

  #viewFor(order: Order, { forStaff }: { forStaff: boolean }) {
    const { ORDER_CANCEL_WITHIN: cancelWithinMs } = this.config;
    return { order: viewOf(order, { cancelWithinMs, nowMs: this.clock.millis(), forStaff }) };
  }""")
sub(p,"import { Inject } from '@nestjs/common';","import { Header, Inject } from '@nestjs/common';")
p=O+'orders/orders.module.ts'
sub(p,"import { OrderNotifier }","import { OrderLinksService } from './order-links.service.ts';\nimport { OrderNotifier }")
sub(p,"OrderNotifier, CapturesService, DueCheckouts],\n  exports: [OrdersService,","OrderNotifier, OrderLinksService, CapturesService, DueCheckouts],\n  exports: [OrdersService, OrderLinksService,")
p=O+'invoices/invoices.service.ts'
sub(p,"""  /** @throws Failure `order.not-found`, also for somebody else's; `invoice.not-ready` */
  async draw(reader: Session, orderId: string, refundId: string | null): Promise<{ name: string; bytes: Buffer }> {
    const order = await this.ordersService.get(reader, orderId);
    const documents = await this.documents.ofOrder(orderId);""","""  /** @throws Failure `order.not-found`, also for somebody else's; `invoice.not-ready` */
  async drawFor(reader: Session, orderId: string, refundId: string | null) {
    return this.draw(await this.ordersService.get(reader, orderId), refundId);
  }

  /** @throws Failure `invoice.not-ready` */
  async draw(order: Order, refundId: string | null): Promise<{ name: string; bytes: Buffer }> {
    const documents = await this.documents.ofOrder(order._id);""")
p=O+'invoices/invoices.controller.ts'
sub(p,"this.invoices.draw(session, params.id, null)","this.invoices.drawFor(session, params.id, null)")
sub(p,"this.invoices.draw(session, params.id, params.refundId)","this.invoices.drawFor(session, params.id, params.refundId)")
sub(p,"""  constructor(private readonly invoices: InvoicesService) {}
""","""  constructor(
    private readonly invoices: InvoicesService,
    private readonly links: OrderLinksService,
  ) {}
""")
sub(p,"import { InvoicesService }","import { OrderLinksService } from '../orders/order-links.service.ts';\nimport { InvoicesService }")
sub(p,"""    return asPdf(await this.invoices.drawFor(session, params.id, params.refundId));
  }
""","""    return asPdf(await this.invoices.drawFor(session, params.id, params.refundId));
  }

  @Header('cache-control', 'private, no-store')
  @Route(cartOrder.getInvoiceByLink)
  async invoiceByLink(@ValidatedInput() { params }: Input<typeof cartOrder.getInvoiceByLink>) {
    return asPdf(await this.invoices.draw(await this.links.open(params.link), null));
  }

  @Header('cache-control', 'private, no-store')
  @Route(cartOrder.getCreditNoteByLink)
  async creditNoteByLink(@ValidatedInput() { params }: Input<typeof cartOrder.getCreditNoteByLink>) {
    return asPdf(await this.invoices.draw(await this.links.open(params.link), params.refundId));
  }
""")
p=O+'variables.ts'
sub(p,"import { type ConfigOf, duration, serviceVariables }","import { type ConfigOf, duration, secrets, serviceVariables }")
sub(p,"""  /** How long `POST /order/new`""","""  /** Signs the links of mails to orders, as content does: the first of several, of which each is accepted. */
  ORDER_LINK_KEY: secrets(16),
  /** The link to an order is mailed on request at most once in this time. */
  ORDER_LINK_PAUSE: duration('10m'),
  /** How long `POST /order/new`""")

T='services/content/src/'
p=T+'variables.ts'
sub(p,"import { type ConfigOf, duration, durations, serviceVariables }","import { type ConfigOf, duration, durations, secrets, serviceVariables }")
sub(p,"""  /** The public countries service""","""  /** Signs the links of mails to orders, which cart-order opens: the first of several. */
  ORDER_LINK_KEY: secrets(16),
  /** How long they open the order. */
  ORDER_LINK_LIFETIME: duration('90d'),
  /** The public countries service""")
p=T+'mail/kinds/kind.ts'
sub(p,"""  /** Whether the checkout became an order. */""","""  /** A link that shows an order to whoever has it. */
  orderLink(orderId: string): string;
  /** Whether the checkout became an order. */""")
sub(p,"""export const orderLink = (orderId: string, context: MailContext): Part => ({
  link: 'See your order',
  url: addressOf(`/user/order/${orderId}`, context),
});""","""export const orderLink = (orderId: string, context: MailContext): Part => ({
  link: 'See your order',
  url: context.orderLink(orderId),
});""")
write(T+'mail/order-links.ts',"""import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, signLink } from '@shop/service-kit';
import type { Config } from '../variables.ts';

/** Links that show an order without signing in, for mails. */
@Injectable()
export class OrderLinks {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** @param since when its time begins: a mail that is sent again has the same link */
  to(orderId: string, since: Date): string {
    const { SHOP_URL, ORDER_LINK_KEY, ORDER_LINK_LIFETIME } = this.config;
    const until = new Date(since.getTime() + ORDER_LINK_LIFETIME);
    const link = signLink({ purpose: 'order', id: orderId }, until, ORDER_LINK_KEY);
    return new URL(`/order/link/${link}`, SHOP_URL).href;
  }
}
""")
write(T+'mail/kinds/order-link.ts',"""import type { cartOrder, DataOf } from '@shop/contracts';
import { EXAMPLE } from './example.ts';
import { mailKind, orderLink, orderNumber } from './kind.ts';

/** The link to an order, for its buyer who asked for it by number and e-mail address. */
export const orderLinkRequested = mailKind<DataOf<typeof cartOrder.orderLinkRequested>>({
  content({ orderId }, context) {
    const number = orderNumber(orderId);
    return {
      subject: `The link to your ${context.brand.name} order ${number}`,
      preview: 'It shows the order without signing in.',
      heading: 'Here is your order',
      parts: [
        `Dear ${context.name},`,
        `You asked for the link to your order ${number}. It shows the order without signing in, for 90 days: share it only with whom you want to see it.`,
        orderLink(orderId, context),
        'If you did not ask for it, there is nothing to do: nobody else got this link.',
      ],
    };
  },
  examples: { asked: { orderId: EXAMPLE.orderId, userId: EXAMPLE.userId } },
});
""")
p=T+'mail/kinds/index.ts'
sub(p,"import { orderMovedOn }","import { orderLinkRequested } from './order-link.ts';\nimport { orderMovedOn }")
sub(p,"'alert-requested', 'alert-raised'] as const","'alert-requested', 'alert-raised', 'order-link'] as const")
sub(p,"/** Those that staff do not see: what was given up is out of date, and addresses of people without an account are not theirs. */","/** Those that staff do not see: what was given up is out of date or asked for again, and addresses of people without an account are not theirs. */")
sub(p,"  'order-moved-on': orderMovedOn,","  'order-link': orderLinkRequested,\n  'order-moved-on': orderMovedOn,")
write(T+'mail/mail-link-when-order-link-requested.ts',"""import { Controller } from '@nestjs/common';
import { cartOrder, type EventOf } from '@shop/contracts';
import { OnEvent, work } from '@shop/service-kit';
import { MailsService } from './mails.service.ts';

@Controller()
export class MailLinkWhenOrderLinkRequested {
  constructor(private readonly mails: MailsService) {}

  @OnEvent(cartOrder.orderLinkRequested, work('mail-link-when-order-link-requested', { idempotent: true }))
  async handle(event: EventOf<typeof cartOrder.orderLinkRequested>): Promise<void> {
    await this.mails.queue('order-link', event);
  }
}
""")
p=T+'mail/mail.module.ts'
sub(p,"import { MailProgress","import { MailLinkWhenOrderLinkRequested } from './mail-link-when-order-link-requested.ts';\nimport { MailProgress")
sub(p,"    MailProgressWhen","    MailLinkWhenOrderLinkRequested,\n    MailProgressWhen")
sub(p,"import { RememberRecipient","import { OrderLinks } from './order-links.ts';\nimport { RememberRecipient")
sub(p,"MailSender, MailPreviews]","MailSender, MailPreviews, OrderLinks]")
p=T+'mail/mail-sender.ts'
sub(p,"import { MailsRepository }","import { OrderLinks } from './order-links.ts';\nimport { MailsRepository }")
sub(p,"    private readonly transport: MailTransport,","    private readonly transport: MailTransport,\n    private readonly links: OrderLinks,")
sub(p,"      ordered: mail.kind ===","      orderLink: (orderId) => this.links.to(orderId, mail.occurredAt),\n      ordered: mail.kind ===")
p=T+'mail/mail-previews.ts'
sub(p,"""    const said = content(data, { name: 'Asha Mehta', brand, shopUrl, occurredAt: this.clock.now(), ordered: true });""","""    const said = content(data, {
      ...{ name: 'Asha Mehta', brand, shopUrl, occurredAt: this.clock.now(), ordered: true },
      // Of no order.
      orderLink: () => addressOf('/order/find', { shopUrl }),
    });""")
sub(p,"import type { Kind } from","import { addressOf, type Kind } from")
p=T+'mail/kinds/kind.ts'
sub(p,"{ shopUrl }: MailContext): string","{ shopUrl }: Pick<MailContext, 'shopUrl'>): string")
p=T+'mail/mail.controller.ts'
sub(p,"      ordered: false,","      orderLink: (orderId) => this.links.to(orderId, this.clock.now()),\n      ordered: false,")
sub(p,"    private readonly brand: BrandService,","    private readonly brand: BrandService,\n    private readonly links: OrderLinks,")
sub(p,"import { MailTransport }","import { OrderLinks } from './order-links.ts';\nimport { MailTransport }")
p=T+'mail/frame/frame.spec.ts'
sub(p,"  ...fields,","  orderLink: (orderId) => `${SHOP}/order/link/${orderId}`,\n  ...fields,")
