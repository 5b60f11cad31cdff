/** Stands for the tracking number in the address of a courier's pages. */
export const NUMBER_PLACE = '{number}';

/** The courier's page of one parcel. @param pattern an address with `{number}` */
export const trackingPageOf = (pattern: string, trackingNumber: string): string =>
  pattern.replaceAll(NUMBER_PLACE, encodeURIComponent(trackingNumber));

/** Couriers are told apart by their names, in any case. */
export const courierKey = (name: string): string => name.trim().toLowerCase();
