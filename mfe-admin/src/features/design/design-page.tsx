import { Link, type Prefetch } from '@shop/mfe-kit';
import { Accordion } from '@shop/ui/accordion.tsx';
import { Badge } from '@shop/ui/badge.tsx';
import { Breadcrumbs } from '@shop/ui/breadcrumbs.tsx';
import { Button, buttonClass } from '@shop/ui/button.tsx';
import { Carousel } from '@shop/ui/carousel.tsx';
import { Checkbox } from '@shop/ui/checkbox.tsx';
import { Chips } from '@shop/ui/chips.tsx';
import { columnsOf, type Columns, DataTable } from '@shop/ui/data-table.tsx';
import { Dialog, DialogActions, FormDialog } from '@shop/ui/dialog.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { ErrorState } from '@shop/ui/error-state.tsx';
import { Field } from '@shop/ui/field.tsx';
import { Pagination } from '@shop/ui/pagination.tsx';
import { Price } from '@shop/ui/price.tsx';
import { RadioButtons } from '@shop/ui/radio-buttons.tsx';
import { Rating } from '@shop/ui/rating.tsx';
import { Select } from '@shop/ui/select.tsx';
import { Skeleton } from '@shop/ui/skeleton.tsx';
import { Spinner } from '@shop/ui/spinner.tsx';
import { Stepper } from '@shop/ui/stepper.tsx';
import { type Tab, Tabs } from '@shop/ui/tabs.tsx';
import { TextArea } from '@shop/ui/text-area.tsx';
import { Thumbnail } from '@shop/ui/thumbnail.tsx';
import { Toast } from '@shop/ui/toast.tsx';
import { type ReactNode, useId, useState } from 'react';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import s from './design-page.module.css';

export const prefetch: Prefetch = () => staffHead('Design system');

/** All components of `packages/ui` in all states, built as in remotes, in the system's colour scheme. */
export function DesignPage() {
  return (
    <StaffFrame title="Design system">
      <div className={s.page}>
        <Colours />
        <Type />
        <Measures />
        <Buttons />
        <Fields />
        <Choices />
        <Overlays />
        <Disclosure />
        <Lists />
        <Words />
        <States />
      </div>
    </StaffFrame>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={s.part} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

const COLOURS = ['paper', 'surface', 'surface-sunken', 'ink', 'ink-soft', 'line', 'line-strong'];
const ACCENTS = ['gold', 'gold-strong', 'on-gold', 'success', 'danger', 'focus'];

const Colours = () => (
  <Part title="Colour">
    <ul className={s.colours}>
      {[...COLOURS, ...ACCENTS].map((name) => (
        <li key={name}>
          <span className={s.colour} style={{ background: `var(--${name})` }} />
          <code>--{name}</code>
        </li>
      ))}
    </ul>
  </Part>
);

const SIZES = ['3xl', '2xl', 'xl', 'lg', 'md', 'sm', 'xs'];

const Type = () => (
  <Part title="Type">
    {SIZES.map((size) => (
      <p key={size} className={s.line}>
        <code>--text-{size}</code>
        <span
          style={{ fontSize: `var(--text-${size})`, fontFamily: /l/.test(size) ? 'var(--font-display)' : undefined }}
        >
          Gold of 18 carats, ₹1,52,200
        </span>
      </p>
    ))}
    <p className={s.numbers}>1234567890 in a column, and 0987654321 below it</p>
  </Part>
);

const Measures = () => (
  <Part title="Space, corners, shadow">
    <ul className={s.row}>
      {[1, 2, 3, 4, 5, 6, 7, 8].map((n) => (
        <li key={n}>
          <span className={s.space} style={{ width: `var(--space-${n})` }} />
          <code>--space-{n}</code>
        </li>
      ))}
    </ul>
    <ul className={s.row}>
      {['1', '2', 'round'].map((n) => (
        <li key={n}>
          <span className={s.corner} style={{ borderRadius: `var(--radius-${n})` }} />
          <code>--radius-{n}</code>
        </li>
      ))}
      <li>
        <span className={s.corner} style={{ boxShadow: 'var(--shadow)' }} />
        <code>--shadow</code>
      </li>
    </ul>
  </Part>
);

const Buttons = () => (
  <Part title="Buttons">
    <div className={s.row}>
      <Button>Add to cart</Button>
      <Button look="secondary">Write a review</Button>
      <Button look="quiet">Remove</Button>
      <Link to="/shop" className={buttonClass('secondary')}>
        A link
      </Link>
    </div>
    <div className={s.row}>
      <Button busy>Processing...</Button>
      <Button look="secondary" busy>
        Saving...
      </Button>
      <Button disabled>Out of stock</Button>
      <Button look="secondary" disabled>
        Not now
      </Button>
    </div>
    <Button wide>Buy now</Button>
  </Part>
);

const Fields = () => (
  <Part title="Fields">
    <div className={s.fields}>
      <Field label="Name" defaultValue="Meera Joshi" autoComplete="off" />
      <Field label="Pincode" hint="Six digits" placeholder="302003" inputMode="numeric" autoComplete="off" />
      <Field label="City" error="City is required" autoComplete="off" />
      <Field label="E-mail" defaultValue="meera@example.com" disabled autoComplete="off" />
      <Select label="State" defaultValue="Rajasthan">
        <option>Gujarat</option>
        <option>Rajasthan</option>
      </Select>
      <Select label="Country" error="Country is required" defaultValue="">
        <option value="">Choose</option>
        <option>India</option>
      </Select>
      <TextArea label="Your review" defaultValue="Light enough to wear all day." />
      <TextArea label="Request" error="Write your request" placeholder="Write your request…" />
    </div>
  </Part>
);

function Choices() {
  const [purity, setPurity] = useState<string | undefined>('18K');
  const [size, setSize] = useState<string>();
  const [quantity, setQuantity] = useState(1);
  return (
    <Part title="Choices">
      <div className={s.row}>
        <Checkbox defaultChecked>Hallmarking</Checkbox>
        <Checkbox>Special request</Checkbox>
        <Checkbox disabled>Not offered</Checkbox>
      </div>
      <RadioButtons
        title="Metal purity"
        name="purity"
        values={['14K', '18K', '22K']}
        value={purity}
        extraOf={(value) => (value === '22K' ? { text: '+ ₹9,400.00' } : {})}
        onChoose={setPurity}
      />
      <RadioButtons
        title="Ring size"
        name="size"
        values={['10', '11', '12']}
        value={size}
        required
        problem={size ? undefined : 'Please select ring size'}
        onChoose={setSize}
      />
      <div>
        <Stepper of="this piece" value={quantity} max={3} onChange={setQuantity} />
      </div>
    </Part>
  );
}

function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'drawer' | 'search'>();
  const close = () => setOpen(undefined);
  return (
    <Part title="Dialog, drawer, toast">
      <div className={s.row}>
        <Button look="secondary" onClick={() => setOpen('dialog')}>
          Open a dialog
        </Button>
        <Button look="secondary" onClick={() => setOpen('drawer')}>
          Open a drawer
        </Button>
        <Button look="secondary" onClick={() => setOpen('search')}>
          Open a wide one
        </Button>
      </div>
      <div className={s.toasts}>
        <Toast kind="success" onDismiss={close}>
          Added to cart!
        </Toast>
        <Toast kind="loading" onDismiss={close}>
          Sending OTP…
        </Toast>
        <Toast kind="error" onDismiss={close}>
          Failed to add to cart
        </Toast>
      </div>
      {open === 'search' && (
        <Dialog kind="search" title="Search" onClose={close}>
          <Field label="Search" type="search" />
        </Dialog>
      )}
      {open === 'dialog' && (
        <Dialog title="Remove this address?" onClose={close}>
          <p>Orders that were sent there keep their copy.</p>
          <DialogActions>
            <Button look="secondary" onClick={close}>
              Keep it
            </Button>
            <Button onClick={close}>Remove</Button>
          </DialogActions>
        </Dialog>
      )}
      {open === 'drawer' && (
        <FormDialog
          kind="drawer"
          title="Add a material"
          busy={false}
          onClose={close}
          onSubmit={(event) => {
            event.preventDefault();
            close();
          }}
        >
          <Field label="Tag" hint="Lower case" autoComplete="off" />
        </FormDialog>
      )}
    </Part>
  );
}

const TABS: Tab<'ready' | 'custom' | 'never'>[] = [
  { value: 'ready', name: 'Ready Available' },
  { value: 'custom', name: 'Customization' },
  { value: 'never', name: 'Not offered', disabled: 'Only gold pieces are made to order' },
];

function Disclosure() {
  const [tab, setTab] = useState<(typeof TABS)[number]['value']>('ready');
  return (
    <Part title="Tabs, accordion, carousel">
      <Tabs label="How the piece is made" tabs={TABS} value={tab} onChoose={(next) => setTab(next)}>
        <p>{tab === 'ready' ? 'It lies in the shop.' : 'It is made to order.'}</p>
      </Tabs>
      <div>
        <Accordion title="Description" open>
          <p>Wipe with a soft cloth after wearing.</p>
        </Accordion>
        <Accordion title="Shipping Policy">
          <p>Sent insured and to be signed for.</p>
        </Accordion>
      </div>
      <h3 id="design-carousel">Explore similar</h3>
      <Carousel labelledBy="design-carousel" of="pieces">
        {Array.from({ length: 7 }, (_, i) => (
          <li key={i} className={s.slide}>
            Piece {i + 1}
          </li>
        ))}
      </Carousel>
    </Part>
  );
}

interface Row {
  id: string;
  name: string;
  status: 'Processing' | 'Delivered' | 'Cancelled';
  total: number;
}
const ROWS: Row[] = [
  { id: '1', name: 'Meera Joshi', status: 'Processing', total: 32_950 },
  { id: '2', name: 'Kabir Sethi', status: 'Delivered', total: 152_200 },
  { id: '3', name: 'Fatima Sheikh', status: 'Cancelled', total: 4_240 },
];
const TONES = { Processing: 'busy', Delivered: 'good', Cancelled: 'bad' } as const;
const column = columnsOf<Row>();
const COLUMNS: Columns<Row> = [
  column.accessor('name', { header: 'Name' }),
  column.accessor('status', {
    header: 'Status',
    cell: ({ getValue }) => <Badge tone={TONES[getValue() as Row['status']]}>{getValue()}</Badge>,
  }),
  column.accessor('total', {
    header: 'Total',
    meta: { isNumber: true },
    cell: ({ getValue }) => `₹${getValue().toLocaleString('en-IN')}`,
  }),
];

const Lists = () => (
  <Part title="Chips, table, pages, breadcrumbs">
    <Chips label="Orders by status">
      {['All', 'Processing', 'Delivered', 'Cancelled'].map((name) => (
        <Link key={name} to="/admin/design" preventScrollReset aria-current={name === 'All' ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </Chips>
    <Breadcrumbs
      link={Link}
      steps={[
        { name: 'Home', path: '/' },
        { name: 'Rings', path: '/product/ring' },
        { name: 'Noor Halo Ring', path: '/product/group/AR-1006' },
      ]}
    />
    <DataTable caption="Orders" columns={COLUMNS} rows={ROWS} idOf={({ id }) => id} sortable selected="2" />
    <Pagination page={6} pages={12} hrefOf={(page) => `/admin/design?page=${page}`} link={Link} />
  </Part>
);

const Words = () => (
  <Part title="Price, rating, badge, thumbnail">
    <div className={s.row}>
      <Price size="large">₹45,400.00</Price>
      <Price>₹1,52,200.00</Price>
      <Price busy>$541.20</Price>
    </div>
    <div className={s.row}>
      <Rating value={4.5} count={4} />
      <Rating value={3} />
      <Rating value={0} count={0} />
    </div>
    <div className={s.row}>
      <Badge>Draft</Badge>
      <Badge tone="busy">Processing</Badge>
      <Badge tone="good">Delivered</Badge>
      <Badge tone="bad">Cancelled</Badge>
    </div>
    <div className={s.row}>
      <Thumbnail src={undefined} />
      <Spinner />
    </div>
  </Part>
);

const States = () => (
  <Part title="Waiting, empty, failed">
    <div className={s.waiting} role="status" aria-label="An example of waiting">
      <Skeleton ratio="1 / 1" />
      <div>
        <Skeleton height="2rem" width="70%" />
        <Skeleton width="40%" />
        <Skeleton height="6rem" />
      </div>
    </div>
    <EmptyState title="No orders yet">
      <Link to="/shop" className={buttonClass('secondary')}>
        To the shop
      </Link>
    </EmptyState>
    <ErrorState title="Orders could not be loaded" why="The shop is busy" onRetry={() => {}} />
  </Part>
);
