# screens of part 2
exec(open('guest.p1.py').read().split("C='packages")[0])
p='packages/mfe-kit/src/session.ts'
sub(p,"""  role: 'admin' | 'user';
}""","""  role: 'admin' | 'user';
  /** The account was made by a code to its e-mail address, and has no password yet. */
  hasPassword?: false | undefined;
  /** The session is by a code to an e-mail address that has an account, of which it sees nothing: it can buy. */
  isLimited?: true | undefined;
}""")
sub(p,"""  signIn(): Promise<boolean>;
""","""  signIn(): Promise<boolean>;
  /** The same for what a limited session does not see. */
  signInFully(): Promise<boolean>;
""")
t=open(p).read().rstrip('\n')+"""

const NO_ACCOUNT = { status: 'guest', user: null } as const;

/** The state for what belongs to an account: a limited session has none, as a guest. */
export const accountOf = (state: SessionState): SessionState => (state.user?.isLimited ? NO_ACCOUNT : state);

/** As `useSession`, for what belongs to an account. */
export function useAccount(): SessionState & Pick<SessionActions, 'signIn'> {
  const { status, user, signInFully } = useSession();
  return { ...accountOf({ status, user } as SessionState), signIn: signInFully };
}
"""
open(p,'w').write(t)
p='shell/src/browser/session.ts'
sub(p,"""    async signOut() {""","""    async signInFully() {
      if (state.get().status === 'unknown') await actions.refresh();
      const isFull = () => accountOf(state.get()).user !== null;
      if (isFull()) return true;
      await openOverlay('account/sign-in', {});
      return isFull();
    },
    async signOut() {""")
sub(p,"import {\n  call,","import {\n  accountOf,\n  call,")
sub('shell/src/server/worker/html.tsx',"    signIn: () => Promise.resolve(false),","    signIn: () => Promise.resolve(false),\n    signInFully: () => Promise.resolve(false),")
p='shell/src/app/header/user-menu.tsx'
sub(p,"aria-label={user ? `Account of ${user.name}` : 'Sign in'}","aria-label={user ? `Account of ${nameOf(user)}` : 'Sign in'}")
sub(p,"<li className={menu.note}>{user.name}</li>","<li className={menu.note}>{nameOf(user)}</li>")
sub(p,"function Item(","/** A limited session does not know the name. */\nconst nameOf = ({ name, email, isLimited }: SessionUser): string => (isLimited ? email : name);\n\nfunction Item(")
sub(p,"import { Link, useLoader, useSession } from '@shop/mfe-kit';","import { Link, type SessionUser, useLoader, useSession } from '@shop/mfe-kit';")
p='shell/src/browser/floating-parts.tsx'
sub(p,"  const { user } = useSession();","  const { user } = useAccount();")
sub(p,"toasts, useInBrowser, useLoader, useSession, useStore","toasts, useAccount, useInBrowser, useLoader, useStore")
for f in ['components/alerts/alerts.ts','components/recently-viewed/recently-viewed.tsx','features/product/my-size.tsx','features/product/review-form.tsx','features/product/wait-for-piece.tsx','features/wishlist/use-wishlist.ts','features/wishlist/wishlist-page.tsx']:
    q='mfe-storefront/src/'+f; t=open(q).read()
    t=t.replace('useSession()','useAccount()'); 
    t=re.sub(r"\buseSession\b",'useAccount',t)
    open(q,'w').write(t)
p='mfe-storefront/src/components/wishlist/list.ts'
t=open(p).read()
t=t.replace("if (!state.get().user) return followGuestList(show);","if (!accountOf(state.get()).user) return followGuestList(show);").replace("  if (state.get().user) {","  if (accountOf(state.get()).user) {").replace("import { call, messageOf, type SessionActions,","import { accountOf, call, messageOf, type SessionActions,")
open(p,'w').write(t)
p='mfe-storefront/src/components/wishlist/use-hearts.ts'
t=open(p).read()
t=t.replace("const { status, user } = useStore(session.state);","const { status, user } = accountOf(useStore(session.state));")
t=re.sub(r"import \{ (.*?) \} from '@shop/mfe-kit';",lambda m:"import { accountOf, "+m.group(1)+" } from '@shop/mfe-kit';",t,1)
open(p,'w').write(t)
p='mfe-storefront/src/features/product/reviews.tsx'
t=open(p).read()
t=t.replace('useSession','useAccount'); open(p,'w').write(t)
A='mfe-account/src/'
p=A+'features/sign-in/sign-in.tsx'
sub(p,"/** All three end with the code from the mail. */\nexport type SignInMode = 'sign-in' | 'register' | 'new-password';","/** All end with the code from the mail. */\nexport type SignInMode = 'sign-in' | 'register' | 'new-password' | 'continue';")
sub(p,"button: 'SEND CODE' },\n};","button: 'SEND CODE' },\n  continue: { title: 'CONTINUE WITH E-MAIL', login: 'EMAIL', password: '', button: 'SEND CODE' },\n};")
sub(p,"  if (mode === 'new-password') return","  if (mode === 'continue') return call(identity.continueWithEmail, { body: { email } });\n  if (mode === 'new-password') return")
sub(p,"""  const finish = async (): Promise<void> => {
    await moveGuestSizes();""","""  const finish = async ({ isLimited }: Account): Promise<void> => {
    // A limited session has no account to keep them.
    if (!isLimited) await moveGuestSizes();""")
sub(p,"import { CodeStep } from './code-step.tsx';","import type { Account } from '../../components/me.ts';\nimport { CodeStep } from './code-step.tsx';")
sub(p,"  const isNew = mode !== 'sign-in';","  const isNew = mode !== 'sign-in';\n  const isAddress = mode === 'register' || mode === 'continue';")
t=open(p).read()
t=t.replace("type={mode === 'register' ? 'email' : 'text'}","type={isAddress ? 'email' : 'text'}").replace("autoComplete={mode === 'register' ? 'email' : 'username'}","autoComplete={isAddress ? 'email' : 'username'}").replace("required: mode === 'register' ? 'E-mail is required'","required: isAddress ? 'E-mail is required'").replace("...(mode === 'register' && {\n            pattern","...(isAddress && {\n            pattern")
i=t.index("      <Field\n        label={texts.password}")
j=t.index("      {mode === 'sign-in' && (\n        <Button look=\"quiet\" className={s.forgot}")
block=t[i:j]
t=t[:i]+"""      {mode === 'continue' ? (
        <p className={s.explains}>
          Buy without a password: we mail you a six-digit code. You can set a password afterwards. If you have an account, the order joins it, and
          its addresses and orders stay out of sight.
        </p>
      ) : (
"""+re.sub(r"(?m)^","  ",block).rstrip()+"\n      )}\n"+t[j:]
t=t.replace("""        <p className={s.other}>
          New here?{' '}""","""        <>
          <p className={s.or}>or</p>
          <Button look="secondary" wide onClick={() => onChangeMode('continue')}>
            CONTINUE WITH E-MAIL
          </Button>
          <p className={s.other}>
          New here?{' '}""").replace("""            Track an order
          </Link>
        </p>
      ) : (""","""            Track an order
          </Link>
        </p>
        </>
      ) : (""")
open(p,'w').write(t)
p=A+'features/sign-in/sign-in.module.css'
sub(p,"""  .code input {""","""  .explains {
    font-size: var(--text-sm);
    color: var(--ink-soft);
  }

  .or {
    display: flex;
    align-items: center;
    gap: var(--space-3);
    font-size: var(--text-sm);
    color: var(--ink-soft);

    &::before,
    &::after {
      content: '';
      flex: 1;
      border-block-start: 1px solid var(--line);
    }
  }

  .code input {""")
p=A+'features/sign-in/code-step.tsx'
sub(p,"  onVerified(): Promise<void>;","  onVerified(account: Account): Promise<void>;")
sub(p,"""    try {
      await toast.promise(call(identity.verifyCode""","""    let account: Account;
    try {
      ({ user: account } = await toast.promise(call(identity.verifyCode""")
sub(p,"""        error: (error) => (error instanceof ApiError && !isWrongCode(error) ? error.message : WRONG_CODE),
      });""","""        error: (error) => (error instanceof ApiError && !isWrongCode(error) ? error.message : WRONG_CODE),
      }));""")
sub(p,"    await onVerified();","    await onVerified(account);")
sub(p,"import s from './sign-in.module.css';","import type { Account } from '../../components/me.ts';\nimport s from './sign-in.module.css';")
p=A+'components/account-page.tsx'
sub(p,"""/** Layout of every account page: navigation and content. */
export function AccountPage({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const { user } = useSession();""","""interface Props {
  children: ReactNode;
  /** It shows a limited session only what that made itself. */
  isForLimited?: boolean;
}

/** Layout of every account page: navigation and content. */
export function AccountPage({ children, isForLimited = false }: Props) {
  const { pathname } = useLocation();
  const { user } = useSession();
  const isLimited = user?.isLimited ?? false;""")
sub(p,"<p className={s.whose}>{user?.name}</p>","<p className={s.whose}>{isLimited ? user!.email : user?.name}</p>")
sub(p,"<div className={s.content}>{children}</div>","<div className={s.content}>{isLimited && !isForLimited ? <Limited email={user!.email} /> : children}</div>")
t=open(p).read().rstrip('\n')+"""

/** The session sees nothing of the account: it was begun by a code alone. */
function Limited({ email }: { email: string }) {
  const { signInFully } = useSession();
  return (
    <EmptyState title="Sign in to see your account">
      <p className={s.limited}>
        You continued with {email}, which has an account. Here you can buy, and your order joins the account; its orders and addresses are shown
        after signing in with your password.
      </p>
      <Button onClick={() => void signInFully()}>Sign in</Button>
    </EmptyState>
  );
}
"""
t=t.replace("import type { ReactNode } from 'react';","import { Button } from '@shop/ui/button.tsx';\nimport { EmptyState } from '@shop/ui/empty-state.tsx';\nimport type { ReactNode } from 'react';")
open(p,'w').write(t)
sub(A+'components/account-page.module.css',"  .content {\n    min-width: 0;\n  }","  .content {\n    min-width: 0;\n  }\n\n  .limited {\n    max-width: 34rem;\n    overflow-wrap: anywhere;\n  }")
p=A+'features/order/order-page.tsx'
sub(p,"""    <AccountPage>
      <p className={s.back}>
        <Link to="/user/orders">← My Orders</Link>
      </p>
      <Order orderId={id!} mode="buyer" />""","""    <AccountPage isForLimited>
      <p className={s.back}>
        <Link to="/user/orders">← My Orders</Link>
      </p>
      <OfferPassword />
      <Order orderId={id!} mode="buyer" />""")
t=open(p).read()
t=t.replace("export const prefetch","""/** After a purchase by a code alone: with a password the next one is signed in to as usual. */
function OfferPassword() {
  const { user } = useSession();
  if (user?.hasPassword !== false || user.isLimited) return null;
  return (
    <section className={s.next} aria-labelledby="offer-password">
      <h2 id="offer-password">Set a password</h2>
      <p>
        Your order is kept under {user.email}. With a password you sign in, follow it, and find your addresses the next time.
      </p>
      <p>
        <Link to="/user/security" className={buttonClass('secondary')}>
          Set a password
        </Link>
      </p>
    </section>
  );
}

export const prefetch""",1)
t=t.replace("import { Link, useParams, type Prefetch } from '@shop/mfe-kit';","import { Link, useParams, useSession, type Prefetch } from '@shop/mfe-kit';\nimport { buttonClass } from '@shop/ui/button.tsx';")
open(p,'w').write(t)
