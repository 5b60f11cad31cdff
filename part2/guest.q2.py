# identity of part 2; on top of the account helper's identity (3134240b)
exec(open('guest.p1.py').read().split("C='packages")[0])
C='packages/contracts/src/'
sub(C+'identity/auth.ts',"""export const verifyCode =""","""export const continueWithEmail = defineCall({
  id: 'identity.continue-with-email',
  service: 'identity',
  method: 'POST',
  path: '/auth/continue',
  access: 'guest',
  summary:
    'Mails a code to an e-mail address, by which its owner buys without a password: as a new account without one, or beside the account that the address has, which the session does not see',
  body: z.object({ email: writtenEmail }),
  answer: codeSent,
  errors: ['auth.code-too-soon', 'auth.code-not-sent'],
  limit: 'code',
});

export const verifyCode =""")
sub(C+'identity/auth.ts',"summary: 'Completes any of the three flows and","summary: 'Completes any of the four flows and")
sub(C+'identity/user.ts',"""    hasPassword: z.literal(false).optional(),
""","""    hasPassword: z.literal(false).optional(),
    /** Its session is by a code to an address that has an account, which it does not see; its orders join that account. */
    isLimited: z.literal(true).optional(),
""")
sub(C+'content/mail.ts',"'new-password', 'proof', 'new-email']","'new-password', 'proof', 'new-email', 'continue']")
T='services/content/src/mail/kinds/code.ts'
sub(T,"  'new-email': 'to use this e-mail address',\n","  'new-email': 'to use this e-mail address',\n  continue: 'to continue with your e-mail address',\n")
t=open(T).read()
t=re.sub(r"mail\.kind === 'register'( \|\| mail\.kind === 'new-email')? \? 'Here'", lambda m: m.group(0).replace("mail.kind === 'register'","mail.kind === 'register' || mail.kind === 'continue'"), t)
open(T,'w').write(t)
sub('packages/service-kit/src/limits/limit-keys.ts',"  'identity:new-email-codes:account',\n","  'identity:new-email-codes:account',\n  'identity:continue-codes:account',\n")
I='services/identity/src/'
sub(I+'variables.ts',"""  CODES_PER_ADDRESS:""","""  /** Codes to buy without a password. */
  CONTINUE_CODES_PER_ACCOUNT: z.coerce.number().int().positive().default(5),
  CODES_PER_ADDRESS:""")
p=I+'auth/sign-in-limits.ts'
sub(p,"'proof' | 'new-email';","'proof' | 'new-email' | 'continue';")
sub(p,"      address: limiter('identity:codes:address'","      continue: limiter('identity:continue-codes:account', config.CONTINUE_CODES_PER_ACCOUNT, CODE_WINDOW),\n      address: limiter('identity:codes:address'")
p=I+'auth/challenges.ts'
sub(p,"  | { kind: 'proof';","  | { kind: 'continue'; email: string }\n  | { kind: 'proof';")
p=I+'auth/auth.controller.ts'
sub(p,"""  @Route(identity.verifyCode)""","""  @Route(identity.continueWithEmail)
  async continueWithEmail(
    @ValidatedInput() { body, request }: Input<typeof identity.continueWithEmail>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.#sent(reply, await this.auth.continueWithEmail(body.email, clientInfoOf(request)));
  }

  @Route(identity.verifyCode)""")
p=I+'auth/auth.service.ts'
sub(p," * The three flows (sign in, register, new password), each"," * The four flows (sign in, register, new password, continue with e-mail), each")
sub(p,"""  /** Redeems the code and starts the session.""","""  /** Mails a code to whoever has the address, with an account or without. */
  async continueWithEmail(email: string, client: ClientInfo): Promise<CodeSent> {
    const caller = this.codes.callerOf(email, client);
    await this.codes.admit('continue', caller, client);
    const purpose: Purpose = { kind: 'continue', email: email.toLowerCase() };
    const { mailing, mail } = await this.codes.start('continue', purpose, caller, client);
    await this.codes.mail(mailing, email, '', mail);
    return this.codes.sent(mailing.challengeId, email);
  }

  /** Redeems the code and starts the session.""")
sub(p,"""      'new-password',
    ]);""","""      'new-password',
      'continue',
    ]);""")
sub(p,"Extract<Purpose, { kind: 'sign-in' | 'register' | 'new-password' }>","Extract<Purpose, { kind: 'sign-in' | 'register' | 'new-password' | 'continue' }>")
sub(p,"""    if (purpose.kind === 'register') return this.#create(purpose);
""","""    if (purpose.kind === 'register') return this.#create(purpose);
    if (purpose.kind === 'continue') return this.#continue(purpose.email);
""")
sub(p,"""  async #create({ name, email, passwordHash }: Extract<Purpose, { kind: 'register' }>): Promise<UserDocument> {
    try {
      return await this.transactions.run(async (session) => {
        const user = await this.users.create({ name, email, passwordHash, role: 'user' }, session);""","""  /** A new account without password; beside the account of an address that has one, a guest of its own. */
  async #continue(email: string): Promise<UserDocument> {
    const account = await this.users.byLogin(email);
    if (!account) return this.#create({ name: NAMELESS, email });
    return this.transactions.run(async (session) => {
      const guest = await this.users.createGuest(account, session);
      await announceCreated(this.outbox, session, guest);
      return guest;
    });
  }

  async #create(fields: { name: string; email: string; passwordHash?: string }): Promise<UserDocument> {
    const { name, email, passwordHash } = fields;
    try {
      return await this.transactions.run(async (session) => {
        const user = await this.users.create(
          { name, email, ...(passwordHash !== undefined && { passwordHash }), role: 'user' },
          session,
        );""")
sub(p,"import type { UserDocument } from '../users/user.schema.ts';","import { NAMELESS, type UserDocument } from '../users/user.schema.ts';")
p=I+'auth/codes.ts'
sub(p,"const isNewAddress = kind === 'register' || kind === 'new-email';","const isNewAddress = kind === 'register' || kind === 'new-email' || kind === 'continue';")
p=I+'auth/browser-sessions.ts'
sub(p,"    const { id: userId, role, email } = user;","    const { id: userId, role, email } = user;\n    const joins = user.joins === undefined ? {} : { joins: user.joins };")
sub(p,"this.sessions.start({ userId, role, email, credential, userAgent });","this.sessions.start({ userId, role, email, ...joins, credential, userAgent });")
sub(p,"this.keys.sign({ userId: user.id, sid, role: user.role });","this.keys.sign({ userId: user.id, sid, role: user.role, ...joins });")
p=I+'sessions/sessions.ts'
sub(p,"""  /** Generation of the valid""","""  /** Of a limited session: the account that its orders join. */
  joins?: string;
  /** Generation of the valid""")
sub(p,"Pick<Session, 'userId' | 'role' | 'email' | 'credential'>","Pick<Session, 'userId' | 'role' | 'email' | 'joins' | 'credential'>")
p=I+'keys/keys.ts'
sub(p,"""  role: 'user' | 'admin';
}""","""  role: 'user' | 'admin';
  /** Of a limited session: the account that its orders join. */
  joins?: string;
}""")
sub(p,"async sign({ userId, sid, role }: AccessClaims)","async sign({ userId, sid, role, joins }: AccessClaims)")
sub(p,"new SignJWT({ sid, role })","new SignJWT({ sid, role, ...(joins !== undefined && { joins }) })")
p=I+'users/user.schema.ts'
sub(p,"""  createdAt!: Date;
  updatedAt!: Date;
}
""","""  /** Of a guest: the account of its e-mail address, which its orders join. */
  joins?: string;
  createdAt!: Date;
  updatedAt!: Date;
}

/** Called so until the first address names somebody. */
export const NAMELESS = 'Customer';
""")
t=open(p).read().rstrip('\n')+"""

/**
 * Who buys by a code to an e-mail address that has an account: like a user, with an id, addresses and sessions of its own, and apart from the
 * users, of whom an e-mail address has one.
 */
export const guestSchema = userSchema.clone();
guestSchema.clearIndexes();
guestSchema.add({ email: { type: String, required: true }, joins: { type: String, required: true } });
guestSchema.set('collection', 'guests');
guestSchema.index({ joins: 1 });
"""
open(p,'w').write(t)
p=I+'users/user.view.ts'
sub(p,"    ...(user.passwordHash === undefined && { hasPassword: false as const }),","    ...(user.joins !== undefined\n      ? { isLimited: true as const }\n      : user.passwordHash === undefined && { hasPassword: false as const }),")
p=I+'users/users.module.ts'
sub(p,"      { name: User.name, schema: userSchema },","      { name: User.name, schema: userSchema },\n      { name: 'Guest', schema: guestSchema },")
sub(p,"import { User, userSchema }","import { guestSchema, User, userSchema }")
p=I+'users/users.repository.ts'
sub(p,"  constructor(@InjectModel(User.name) private readonly users: Model<User>) {}","  constructor(\n    @InjectModel(User.name) private readonly users: Model<User>,\n    @InjectModel('Guest') private readonly guests: Model<User>,\n  ) {}")
sub(p,"""  byId(id: string, session?: ClientSession): Promise<UserDocument | null> {
    return this.users.findById(id).session(session ?? null);
  }
""","""  /** A user, or a guest. */
  async byId(id: string, session?: ClientSession): Promise<UserDocument | null> {
    const user = await this.users.findById(id).session(session ?? null);
    return user ?? this.guests.findById(id).session(session ?? null);
  }

  /** Who buys beside this account. */
  guestsOf(accountId: string, session: ClientSession): Promise<UserDocument[]> {
    return this.guests.find({ joins: accountId }).session(session);
  }
""")
sub(p,"""  /** Null when the password was replaced in the meantime, or""","""  async createGuest({ id, email }: UserDocument, session: ClientSession): Promise<UserDocument> {
    const fields = { name: NAMELESS, email, role: 'user' as const, joins: id as string };
    const [guest] = await this.guests.create([fields], { session });
    return guest!;
  }

  /** Null when the password was replaced in the meantime, or""")
sub(p,"""    await this.users.deleteOne({ _id: id }, { session });""","""    await this.users.deleteOne({ _id: id }, { session });
    await this.guests.deleteOne({ _id: id }, { session });""")
sub(p,"import { User, type UserDocument }","import { NAMELESS, User, type UserDocument }")
p=I+'users/users.service.ts'
sub(p,"""  async #erase(user: UserDocument, session: ClientSession): Promise<void> {""","""  async #erase(user: UserDocument, session: ClientSession): Promise<void> {
    for (const guest of await this.users.guestsOf(user.id, session)) await this.#erase(guest, session);""")
t=open(p).read()
t=t.replace("""  user.addresses.push({ ...address, _id: new Types.ObjectId(), isDefault: false });""","""  user.addresses.push({ ...address, _id: new Types.ObjectId(), isDefault: false });
  if (user.name === NAMELESS) user.name = address.name;""")
t=t.replace("import type { SavedAddress, UserDocument } from './user.schema.ts';","import { NAMELESS, type SavedAddress, type UserDocument } from './user.schema.ts';")
open(p,'w').write(t)
sub('tools/test/shard-key-choices.ts',"    ['identity.users',","    ['identity.guests', 'one for each purchase by a code beside an account: fewer than users'],\n    ['identity.users',")
