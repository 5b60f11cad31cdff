import { GUEST_SIZES_KEY, identity, type Sizes } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';

/** What this browser remembered for a guest becomes the account's, where it has no size yet. A failure leaves it for next time. */
export async function moveGuestSizes(): Promise<void> {
  try {
    const kept = localStorage.getItem(GUEST_SIZES_KEY);
    if (!kept) return;
    await call(identity.saveSizes, { body: { sizes: JSON.parse(kept) as Sizes, onlyMissing: true } });
    localStorage.removeItem(GUEST_SIZES_KEY);
  } catch (error) {
    reportError(error);
  }
}
