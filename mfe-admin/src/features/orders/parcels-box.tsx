import {
  type BodyOf,
  cartOrder,
  courierKey,
  placesForBuyer,
  placesToSend,
  trackingPageOf,
} from '@shop/contracts/browser';
import { call, hrefOf } from '@shop/mfe-kit';
import { FileLink } from '@shop/mfe-kit/file-link.tsx';
import { createIntent } from '@shop/mfe-kit/intent.ts';
import { Button } from '@shop/ui/button.tsx';
import { Checkbox } from '@shop/ui/checkbox.tsx';
import { FormDialog } from '@shop/ui/dialog.tsx';
import { Field } from '@shop/ui/field.tsx';
import { TextArea } from '@shop/ui/text-area.tsx';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { couriersQuery, type Courier } from '../../api/couriers.ts';
import type { Order } from '../../api/orders.ts';
import form from '../../components/form.module.css';
import { FormError } from '../../components/contract-form/form-error.tsx';
import { useContractForm } from '../../components/contract-form/use-contract-form.ts';
import { MergeNotice } from '../../components/document-form/merge-notice.tsx';
import { useDocumentForm } from '../../components/document-form/use-document-form.ts';
import { dayText } from '../../components/texts.ts';
import s from './order-page.module.css';

export type NewParcel = BodyOf<typeof cartOrder.addShipment>;
export type Parcel = BodyOf<typeof cartOrder.changeShipment>;
type Shipment = NonNullable<Order['shipments']>[number];

interface Props {
  order: Order;
  busy: boolean;
  onShip(parcel: NewParcel & { idempotencyKey: string }): Promise<unknown>;
  onCorrect(shipmentId: string, parcel: Parcel, version: string | undefined): Promise<Order>;
  /** The parcel that is being marked. */
  marking: string | undefined;
  onMark(shipmentId: string, isDelivered: boolean): void;
}

/** The link that a parcel has without one of its own: by the courier's page and its number. */
function linkOf(
  couriers: readonly Courier[],
  { courier, trackingNumber = '' }: Pick<Parcel, 'courier' | 'trackingNumber'>,
): string | undefined {
  const page = couriers.find(({ name }) => courierKey(name) === courierKey(courier))?.trackingPage;
  return page && trackingNumber.trim() ? trackingPageOf(page, trackingNumber.trim()) : undefined;
}

const NO_PARCEL = { courier: '', trackingNumber: '', trackingUrl: '' };

/** What was left empty is not sent. */
const parcelOf = ({ courier, trackingNumber, trackingUrl }: typeof NO_PARCEL): Parcel => ({
  courier: courier.trim(),
  ...(trackingNumber.trim() && { trackingNumber: trackingNumber.trim() }),
  ...(trackingUrl.trim() && { trackingUrl: trackingUrl.trim() }),
});

/** The parcels of an order: those that have left, which can be corrected and arrive, and the next one. */
export function ParcelsBox({ order, busy, onShip, onCorrect, marking, onMark }: Props) {
  const [correcting, setCorrecting] = useState<Shipment>();
  const shipments = order.shipments ?? [];
  const canShip = order.status === 'Processing';
  // Until the order is Delivered, which can be taken back itself.
  const canMark = canShip || order.status === 'Shipped';
  const isShown = canShip || shipments.length > 0;
  // Without the list everything can be written.
  const { data: couriers = [] } = useQuery({ ...couriersQuery, enabled: isShown });
  if (!isShown) return null;
  const left = placesToSend(order);
  const forBuyer = placesForBuyer(order);
  const staying = [...order.items.keys()].filter((place) => !forBuyer.includes(place));
  return (
    <section className={s.box}>
      <h2>Parcels</h2>
      {staying.length > 0 && <p>Not to be sent, because the buyer withdrew: {namesOf(order, staying)}</p>}
      {shipments.length > 0 && (
        <ul className={s.parcels}>
          {shipments.map((shipment) => (
            <li key={shipment._id}>
              <strong>{shipment.courier}</strong>
              {shipment.trackingNumber && <span>{shipment.trackingNumber}</span>}
              <span className={s.soft}>
                {namesOf(order, shipment.lines)}, {dayText(shipment.shippedAt)}
              </span>
              {shipment.deliveredAt && <span>Delivered on {dayText(shipment.deliveredAt)}</span>}
              <span className={s.ofParcel}>
                {shipment.trackingUrl && (
                  <a href={shipment.trackingUrl} target="_blank" rel="noreferrer">
                    Follow
                  </a>
                )}
                <FileLink
                  href={hrefOf(cartOrder.getPackingSlip.path, { id: order._id }, { parcel: shipment._id })}
                  ask={() => call(cartOrder.getOrder, { params: { id: order._id } })}
                >
                  Packing slip<span className="visually-hidden"> of the parcel with {shipment.courier}</span>
                </FileLink>
                <Button look="secondary" onClick={() => setCorrecting(shipment)}>
                  Correct<span className="visually-hidden"> the parcel with {shipment.courier}</span>
                </Button>
                {canMark && (
                  <Button
                    look="secondary"
                    busy={marking === shipment._id}
                    onClick={() => onMark(shipment._id, !shipment.deliveredAt)}
                  >
                    {shipment.deliveredAt ? 'Not delivered' : 'Delivered'}
                    <span className="visually-hidden"> (the parcel with {shipment.courier})</span>
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {canShip && left.length > 0 && (
        // A parcel or a withdrawal changes what is left.
        <NextParcel key={left.join()} order={order} left={left} couriers={couriers} busy={busy} onShip={onShip} />
      )}
      {canShip && left.length === 0 && <p className={s.soft}>Nothing is left to be sent.</p>}
      {correcting && (
        <CorrectDialog
          shipment={correcting}
          couriers={couriers}
          busy={busy}
          onCorrect={onCorrect}
          onClose={() => setCorrecting(undefined)}
        />
      )}
    </section>
  );
}

const namesOf = ({ items }: Order, lines: number[]): string =>
  lines.map((place) => `${items[place]!.quantity} × ${items[place]!.product.name}`).join(', ');

function NextParcel({
  order,
  left,
  couriers,
  busy,
  onShip,
}: Pick<Props, 'order' | 'busy' | 'onShip'> & { left: readonly number[]; couriers: readonly Courier[] }) {
  const [shippingOnce] = useState(createIntent);
  const { register, watch, formState, formError, submit } = useContractForm({
    defaultValues: { ...NO_PARCEL, message: '', lines: left.map(String) },
    toRequest: ({ message, lines, ...parcel }: typeof NO_PARCEL & { message: string; lines: string[] }) => ({
      call: cartOrder.addShipment,
      body: {
        ...parcelOf(parcel),
        ...(left.length > 1 && { lines: lines.map(Number) }),
        ...(message.trim() && { message: message.trim() }),
      },
    }),
  });
  const { errors } = formState;
  return (
    <form
      className={form.stack}
      noValidate
      onSubmit={submit(({ body }) => shippingOnce(body, (idempotencyKey) => onShip({ ...body, idempotencyKey })))}
    >
      {left.length > 1 && (
        <fieldset className={s.pieces}>
          <legend>In this parcel</legend>
          {left.map((place) => (
            <Checkbox key={place} value={place} {...register('lines')}>
              {namesOf(order, [place])}
            </Checkbox>
          ))}
          <FormError message={errors.lines?.message ?? errors.lines?.root?.message} />
        </fieldset>
      )}
      <ParcelFields register={register} parcel={watch()} couriers={couriers} errors={errors} />
      <TextArea
        label="Message about this parcel"
        hint="Optional; in the mail and on the order"
        error={errors.message?.message}
        {...register('message')}
      />
      <FormError message={formError} />
      <Button type="submit" wide busy={busy}>
        Send this parcel
      </Button>
    </form>
  );
}

function CorrectDialog({
  shipment,
  couriers,
  busy,
  onCorrect,
  onClose,
}: Pick<Props, 'busy' | 'onCorrect'> & { shipment: Shipment; couriers: readonly Courier[]; onClose(): void }) {
  const { register, watch, formState, formError, onSubmit, merge } = useDocumentForm({
    document: shipment,
    valuesOf: (read) => {
      const { courier, trackingNumber = '', trackingUrl = '' } = read!;
      // A link that was made of the number changes with it.
      return { courier, trackingNumber, trackingUrl: trackingUrl === linkOf(couriers, read!) ? '' : trackingUrl };
    },
    // Of a parcel everything is one: what was emptied is taken out.
    toRequest: (values: typeof NO_PARCEL) => ({ call: cartOrder.changeShipment, body: parcelOf(values) }),
    save: async ({ body }, _values, version) => {
      const { shipments } = await onCorrect(shipment._id, body, version);
      return shipments!.find(({ _id }) => _id === shipment._id);
    },
    // The panel says what was done.
    onSaved: () => undefined,
    onDone: onClose,
  });
  return (
    <FormDialog title="Correct the parcel" save="Save the parcel" busy={busy} onClose={onClose} onSubmit={onSubmit}>
      <p>The order shows it at once, and a mail that still waits. What was mailed is not mailed again.</p>
      <ParcelFields register={register} parcel={watch()} couriers={couriers} errors={formState.errors} />
      <MergeNotice merge={merge} />
      <FormError message={formError} />
    </FormDialog>
  );
}

/** The fields that a new parcel and a corrected one share. */
function ParcelFields({
  register,
  parcel,
  couriers,
  errors,
}: {
  register(name: keyof typeof NO_PARCEL): UseFormRegisterReturn;
  parcel: typeof NO_PARCEL;
  couriers: readonly Courier[];
  errors: { [Name in keyof typeof NO_PARCEL]?: { message?: string } };
}) {
  const names = useId();
  const link = linkOf(couriers, parcel);
  return (
    <>
      <Field label="Courier" autoComplete="off" list={names} error={errors.courier?.message} {...register('courier')} />
      <datalist id={names}>
        {couriers.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Field
        label="Tracking number"
        autoComplete="off"
        hint="Optional"
        error={errors.trackingNumber?.message}
        {...register('trackingNumber')}
      />
      <Field
        label="Link to follow it"
        type="url"
        autoComplete="off"
        hint={link ? `Left empty, it is ${link}` : 'Optional: the courier’s page of this parcel'}
        error={errors.trackingUrl?.message}
        {...register('trackingUrl')}
      />
    </>
  );
}
