exec(open('guest.p1.py').read().split("C='packages")[0])
C='packages/contracts/src/'
def limited(path, ident, why):
    t=open(path).read()
    i=t.index(f"id: '{ident}'")
    j=t.index("  access: 'user',\n",i)
    assert j-i<400,(ident,j-i)
    j+=len("  access: 'user',\n")
    t=t[:j]+f"  limited: '{why}',\n"+t[j:]
    open(path,'w').write(t)
CO=C+'cart-order/'
for i in ['get-cart','add-to-cart','change-quantity','change-options','save-for-later','move-to-cart','remove-saved','remove-from-cart','clear-cart']:
    limited(CO+'cart.ts','cart-order.'+i,'It has a cart of its own')
for i in ['start-checkout','quote-checkout','get-own-checkout','cancel-checkout']:
    limited(CO+'checkout.ts','cart-order.'+i,'It buys what is in its own cart')
for i in ['await-order','get-order','get-invoice','get-credit-note','cancel-order']:
    limited(CO+'orders.ts','cart-order.'+i,'Of an order that it made itself')
P=C+'payment/'
limited(P+'payments.ts','payment.get-payment-of-checkout','It pays its own checkouts')
for i in ['start-bank-transfer','get-bank-transfer','cancel-bank-transfer']:
    limited(P+'providers/bank-transfer.ts','payment.'+i,'It pays its own checkouts')
for i in ['create-paypal-order','capture-paypal-order']:
    limited(P+'providers/paypal.ts','payment.'+i,'It pays its own checkouts')
for i in ['create-razorpay-order','verify-razorpay-payment']:
    limited(P+'providers/razorpay.ts','payment.'+i,'It pays its own checkouts')
for i in ['add-address','change-address','remove-address']:
    limited(C+'identity/user.ts','identity.'+i,'It has addresses of its own')
sub(C+'core/call.ts',"""  access: A;
  summary""","""  access: A;
  /**
   * Why it is for limited sessions as well: those by a code to an e-mail address that has an account, which do not see the account. Without a reason
   * they are refused, see `isForLimited`.
   */
  limited?: string;
  summary""")
sub(C+'core/call.ts',"""/** Whether it is answered while staff""","""/** Whether a limited session may make it. Calls for guests are for everybody. */
export const isForLimited = ({ access, limited }: Pick<AnyCall, 'access' | 'limited'>): boolean =>
  !needsSession(access) || (access === 'user' && limited !== undefined);

/** Whether it is answered while staff""")
sub(C+'core/call.ts',"""    ['session.unavailable', needsSession""","""    ['session.limited', needsSession(access) && !isForLimited(call)],
    ['session.unavailable', needsSession""")
sub(C+'core/error.ts',"""  'session.unavailable':""","""  /** A session by a code to an e-mail address that has an account. */
  'session.limited': { status: 403, message: 'Please sign in with your password to see your account' },
  'session.unavailable':""")
sub(CO+'checkout.ts',"""  body: z.object({ userId: z.string().min(1).max(100), shippingInfo: writtenAddress, currency: currencyCode }),""","""  body: z.object({
    userId: z.string().min(1).max(100),
    /** The account that the order of a limited session joins. */
    joins: z.string().min(1).max(100).optional(),
    shippingInfo: writtenAddress,
    currency: currencyCode,
  }),""")
K='packages/service-kit/src/'
sub(K+'session/session.ts',"""  email?: string;
}

/** Passport""","""  email?: string;
  /**
   * Of a limited session: it has an id of its own in place of the account's, sees what it makes itself, and its orders join this
   * account.
   */
  joins?: string;
}

/** Passport""")
sub(K+'session/verified-tokens.ts',"""  role: z.enum(['user', 'admin']),
  exp""","""  role: z.enum(['user', 'admin']),
  joins: z.string().min(1).optional(),
  exp""")
sub(K+'session/verified-tokens.ts',"const { sub, sid, role, exp } = parsed.data;\n    const session: Session = { userId: sub, sessionId: sid, role };","const { sub, sid, role, joins, exp } = parsed.data;\n    const session: Session = { userId: sub, sessionId: sid, role, ...(joins && { joins }) };")
sub(K+'session/session.guard.ts',"import { holds, needsRedis,","import { holds, isForLimited, needsRedis,")
sub(K+'session/session.guard.ts',"""    const permission = permissionOf(call.access);""","""    if (session.joins !== undefined && !isForLimited(call)) throw new Failure('session.limited');
    const permission = permissionOf(call.access);""")
sub(K+'testing/identity.ts',"token: ({ sub = 'u1', sid = 's1', role = 'user', iss = 'identity', aud = 'shop', expiresInS = 300 } = {}) => {","token: ({ sub = 'u1', sid = 's1', role = 'user', joins, iss = 'identity', aud = 'shop', expiresInS = 300 } = {}) => {")
sub(K+'testing/identity.ts',"new SignJWT({ sid, role })","new SignJWT({ sid, role, ...(joins && { joins }) })")
t=open(K+'testing/identity.ts').read()
print(re.findall(r"token\(.*?\).*?;",t,re.S)[:1])
G='gateway/src/session/session-check.ts'
sub(G,"import { type AnyCall, holds, needsRedis,","import { type AnyCall, holds, isForLimited, needsRedis,")
sub(G,"call: Pick<AnyCall, 'access' | 'limit' | 'redis'>,","call: Pick<AnyCall, 'access' | 'limited' | 'limit' | 'redis'>,")
sub(G,"""    const permission = permissionOf(call.access);""","""    if (session.joins !== undefined && !isForLimited(call)) throw new Failure('session.limited');
    const permission = permissionOf(call.access);""")
sub(G,"   * @throws Failure `session.required`, `session.forbidden`;","   * @throws Failure `session.required`, `session.forbidden`, `session.limited`;")
sub(K+'testing/service.ts',"signIn: async ({ userId = new mongoose.Types.ObjectId().toHexString(), role = 'user', email } = {}) => {","signIn: async ({ userId = new mongoose.Types.ObjectId().toHexString(), role = 'user', email, joins } = {}) => {")
sub(K+'testing/service.ts',"identity.token({ sub: userId, sid, role })","identity.token({ sub: userId, sid, role, joins })")
sub(K+'testing/service.ts',"""  const signedIn = shopper ?? (await signIn());
  const statusOf = async (call: AnyCall, headers?: { cookie: string }) => {""","""  const signedIn = shopper ?? (await signIn());
  const limited = await signIn({ joins: 'an-account' });
  const askAs = async (call: AnyCall, headers?: { cookie: string }) => {""")
sub(K+'testing/service.ts',"""    await answer.text();
    return answer.status;
  };""","""    return { status: answer.status, text: await answer.text() };
  };
  const statusOf = async (...asked: Parameters<typeof askAs>) => (await askAs(...asked)).status;""")
sub(K+'testing/service.ts',"""gaps.push(`${id} lets shoppers in`);
""","""gaps.push(`${id} lets shoppers in`);
    const isRefused = (await askAs(call, limited)).text.includes('session.limited');
    if (needsSession(access) && isRefused === isForLimited(call)) {
      gaps.push(`${id} ${isRefused ? 'keeps limited sessions out' : 'lets limited sessions in'}`);
    }
""")
O='services/cart-order/src/'
sub(O+'checkouts/checkout.schema.ts',"""  userId: string;
  source""","""  userId: string;
  /** The account that its order joins: of a limited session, whose `userId` is its own. */
  joins?: string;
  source""")
sub(O+'checkouts/checkout.schema.ts',"""    source: { type""","""    joins: String,
    source: { type""")
p=O+'checkouts/checkouts.service.ts'
sub(p,"""  async start(
    userId: string,
    request:""","""  async start(
    { userId, joins }: Buyer,
    request:""")
sub(p,"""        _id: workId,
        userId,
""","""        _id: workId,
        userId,
        ...(joins && { joins }),
""")
sub(p,"""interface Capture {""","""type Buyer = Pick<Session, 'userId' | 'joins'>;

interface Capture {""")
sub(p,"Failure, Outbox, Transactions } from '@shop/service-kit';","Failure, Outbox, type Session, Transactions } from '@shop/service-kit';")
p=O+'checkouts/checkouts.controller.ts'
sub(p,"this.checkouts.start(input.session.userId, input.body, claim)","this.checkouts.start(input.session, input.body, claim)")
sub(p,"const { userId, ...request } = input.body;","const { userId, joins, ...request } = input.body;")
sub(p,"this.checkouts.start(userId, {","this.checkouts.start({ userId, ...(joins && { joins }) }, {")
p=O+'orders/order.schema.ts'
sub(p,"""  userId: string;
  status""","""  userId: string;
  /** Who made it, where that is a limited session whose order joined the account. */
  madeBy?: string;
  status""")
sub(p,"""    status: { type: String, enum""","""    madeBy: String,
    status: { type: String, enum""")
p=O+'orders/captures.service.ts'
sub(p,"""    const { _id: orderId, userId, holdId, lines } = checkout;
    const { subtotal""","""    const { _id: orderId, userId: madeBy, joins, holdId, lines } = checkout;
    const userId = joins ?? madeBy;
    const { subtotal""")
sub(p,"await this.#paidTwice({ ...paid!, checkoutId, userId, currency }, session);","await this.#paidTwice({ ...paid!, checkoutId, userId: madeBy, currency }, session);")
sub(p,"""      _id: orderId,
      userId,
      status""","""      _id: orderId,
      userId,
      ...(joins && { madeBy }),
      status""")
sub(p,"this.notifier.notifyAfterCommit(session, userId, order);","this.notifier.notifyAfterCommit(session, madeBy, order);")
sub(p,"""    const cart = await this.carts.of(userId, session);
    await this.carts.save(cart, withoutBought(cart.lines, lines), session);
    await this.outbox.publish(session, cartOrder.cartCleared, { key: userId, data: { userId } });""","""    const cart = await this.carts.of(madeBy, session);
    await this.carts.save(cart, withoutBought(cart.lines, lines), session);
    await this.outbox.publish(session, cartOrder.cartCleared, { key: madeBy, data: { userId: madeBy } });""")
p=O+'orders/orders.service.ts'
sub(p,"  if (order.userId !== userId) throw","  if (order.userId !== userId && order.madeBy !== userId) throw")
sub(p,"function ownedBy(userId","/** Of its account, or of the limited session that made it. */\nfunction ownedBy(userId")
p=O+'orders/orders.controller.ts'
sub(p,"""  #viewOf({ role }: Session, order: Order) {
    return this.#viewFor(order, { forStaff: role === 'admin' });
  }""","""  #viewOf({ role, userId, joins }: Session, order: Order) {
    const { order: shown } = this.#viewFor(order, { forStaff: role === 'admin' });
    // A limited session does not learn whose account it is.
    return { order: joins ? { ...shown, userId } : shown };
  }""")
# payment
Y='services/payment/src/'
p=Y+'attempts/starting.service.ts'
t=open(p).read()
t=t.replace("""    provider: LiveProviderName,
    userId: string,
    request: StartRequest,
    { workId }: Claim,
  ): Promise<StartedAttempt> {""","""    provider: LiveProviderName,
    buyer: Buyer,
    request: StartRequest,
    { workId }: Claim,
  ): Promise<StartedAttempt> {
    const { userId } = buyer;""")
t=t.replace("await this.#freeze(provider, userId, request, workId);","await this.#freeze(provider, buyer, request, workId);")
t=t.replace("""    provider: LiveProviderName,
    userId: string,
    { shippingInfo, currency }: StartRequest,""","""    provider: LiveProviderName,
    { userId, joins }: Buyer,
    { shippingInfo, currency }: StartRequest,""")
t=t.replace("""    return this.cartOrder.freeze({ userId, shippingInfo: address, currency: charged }, `payment-${workId}`);""","""    return this.cartOrder.freeze(
      { userId, ...(joins && { joins }), shippingInfo: address, currency: charged },
      `payment-${workId}`,
    );""")
t=t.replace("/** An attempt that can be paid,","type Buyer = Pick<Session, 'userId' | 'joins'>;\n\n/** An attempt that can be paid,",1)
t=t.replace("Failure, isDuplicateKey } from '@shop/service-kit';","Failure, isDuplicateKey, type Session } from '@shop/service-kit';")
open(p,'w').write(t)
sub(Y+'providers/paypal/paypal.controller.ts',"this.starting.start('paypal', input.session.userId,","this.starting.start('paypal', input.session,")
sub(Y+'providers/razorpay/razorpay.controller.ts',"this.starting.start('razorpay', input.session.userId,","this.starting.start('razorpay', input.session,")
sub(K+'testing/identity.ts',"  role: Role;\n  iss","  role: Role;\n  /** Of a limited session. */\n  joins: string;\n  iss")
sub(K+'testing/service.ts',"signIn(who?: { userId?: string; role?: Role; email?: string })","signIn(who?: { userId?: string; role?: Role; email?: string; joins?: string })")
p=Y+'providers/bank-transfer/bank-transfer.controller.ts'
sub(p,"""      const { userId } = input.session;
      const { attempt } = await this.starting.start('bank-transfer', userId, input.body, claim);
      const transfer = await this.#begin(userId,""","""      const { attempt } = await this.starting.start('bank-transfer', input.session, input.body, claim);
      const transfer = await this.#begin(input.session.userId,""")
