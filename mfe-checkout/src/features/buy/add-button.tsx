import { emit, type FragmentProps, SessionContext, toast } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { use, useState } from 'react';

/** Loaded on intent, as on a product page. */
const buying = () => import(/* webpackChunkName: "buying" */ './buying.ts');

/** Puts one piece into the cart, as it is shown. */
export function AddButton({ productId, name, label }: FragmentProps<'checkout/add-button'>) {
  const session = use(SessionContext)!;
  const [isBusy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    try {
      const { addOne } = await buying();
      if (await addOne(productId, session)) emit('checkout:piece-added', { productId });
    } catch {
      toast.error('Failed to add to cart');
    }
    setBusy(false);
  };
  return (
    <Button look="secondary" busy={isBusy} onPointerEnter={buying} onFocus={buying} onClick={() => void press()}>
      {label}
      <span className="visually-hidden"> {name}</span>
    </Button>
  );
}
