/** Names are `service.collection`, or `*.collection` of every service. */
export interface Choices {
  /** Collections that grow with orders or accounts, each with the field that MongoDB would divide it by (hashed). */
  divided: ReadonlyMap<string, string>;
  /** Collections that stay on one replica set, with the reason. */
  whole: ReadonlyMap<string, string>;
  /** Queries that every shard is asked, with the reason. */
  broadcast: readonly (readonly [RegExp, string])[];
  /** Unique indexes that hold on one shard only, with what takes their place. */
  lostUniqueness: readonly (readonly [RegExp, string])[];
}

const DAY_BY_DAY = 'kept for days: a job of one instance deletes what is old';
const BACKGROUND = 'a sweep or a job: by time, in the background, an index on every shard answers it at once';
const BY_ID = 'by the id alone: events and calls that carry it carry the key too, and name it before there are shards';
const STAFF = 'a list or a search of staff: tens a minute, not thousands a second';

export const SHARD_KEYS: Choices = {
  divided: new Map([
    ['*.outbox', '_id'],
    ['*.inbox', '_id'],
    ['*.event_versions', '_id'],
    ['*.idempotency-keys', '_id'],
    ['*.people', '_id'],
    // All that one recipient is to be told is one mail.
    ['cart-order.alerts', 'recipientId'],
    ['cart-order.alert-recipients', '_id'],
    ['cart-order.carts', '_id'],
    // A buyer's checkouts compete: each freeze, capture and order reads them together.
    ['cart-order.checkouts', 'userId'],
    ['cart-order.orders', '_id'],
    ['cart-order.order-notes', 'orderId'],
    ['cart-order.captures', '_id'],
    ['cart-order.invoices', 'orderId'],
    ['cart-order.wishlists', '_id'],
    ['cart-order.wishlist-links', '_id'],
    // One attempt per checkout and provider: the key that makes it so.
    ['payment.attempts', 'checkoutId'],
    ['payment.refunds', '_id'],
    ['payment.webhooks', '_id'],
    ['catalog.holds', '_id'],
    ['catalog.bought', '_id'],
    ['catalog.stock-movements', 'productId'],
    ['identity.notices', 'userId'],
    ['content.mails', '_id'],
    ['content.recipients', '_id'],
    ['cart-order.sealedBuyers', '_id'],
    ['*.erasures', '_id'],
  ]),
  whole: new Map([
    ['*.edits', 'one per document that staff edit, for a month'],
    ['*.event_queues', 'one per handler'],
    ['*.jobs', 'one per recurring job'],
    ['*.migrations', 'one per migration'],
    ['*.migration_locks', 'one while a migration runs'],
    ['cart-order.alert-rounds', 'one per product and kind'],
    ['cart-order.charges', 'one document'],
    ['cart-order.couriers', 'a handful, kept by staff'],
    ['cart-order.deliveryAreas', 'PIN codes of one country, kept by staff'],
    ['cart-order.invoice-series', 'one per financial year and kind: the counter that scale.md is about'],
    ['cart-order.pieces', 'one per product'],
    ['catalog.branches', 'categories and materials, kept by staff'],
    ['catalog.collections', 'two hundred at most, kept by staff'],
    ['catalog.customizations', 'one per group at most'],
    ['catalog.details', 'one per product'],
    ['catalog.options', 'option lists, kept by staff'],
    ['catalog.purchases', 'of a version before: a migration carries it to `bought`'],
    ['catalog.product-edits', 'what staff edited within ninety days'],
    ['catalog.product-edit-rows', 'the products of these: ten thousand at most of each, removed with it'],
    ['*.imports', 'tables that staff imported within ninety days'],
    ['*.import-rows', 'the rows of these: 200,000 at most of each, removed with it'],
    ['*.import-parts', 'bytes of files that are being read, for two days at most'],
    ['catalog.products', 'the range: 100,000 products are half a gigabyte; read from secondaries and caches'],
    ['catalog.planned-changes', 'what staff planned, and what was done within ninety days'],
    ['catalog.popular_searches', 'a thousand at most; a job removes what is searched for no more'],
    ['catalog.renames', 'a handful, kept by staff'],
    ['catalog.reviews', 'a review for one order in fifty is 20 GB a year; it moves with its product to another group'],
    ['catalog.synonyms', 'one document'],
    ['catalog.tax', 'one document'],
    ['content.banners', 'a handful, kept by staff'],
    ['content.brand', 'one document'],
    ['content.image_forms', 'one per picture and size'],
    ['content.images', 'one per picture of the range'],
    ['content.menus', 'one document'],
    ['content.outside', 'countries, currencies and rates'],
    ['content.pages', 'a handful, kept by staff'],
    ['content.posts', 'hundreds at most, kept by staff'],
    ['content.videos', 'one per clip of the range'],
    ['identity.audit', 'what staff do'],
    ['identity.audit-seals', 'one per entry of it'],
    ['identity.audit-head', 'one document'],
    ['identity.downloads', 'one per account that asked within days'],
    ['identity.guests', 'those who bought beside an account within weeks'],
    ['identity.signing-keys', 'one per month'],
    ['identity.views', 'tens per member of staff'],
    ['identity.roles', 'fifty at most'],
    ['identity.invitations', 'one for each address that was invited and has not joined'],
    ['identity.users', 'a kilobyte each: 100 million are 100 GB; its e-mail addresses have to be unique'],
    ['payment.attention', 'what staff have to do'],
    ['payment.bankArrivals', 'money that staff record; its keys have to be unique'],
    ['payment.bankTransferReturns', 'what staff send back'],
    ['payment.bankTransferSettings', 'one document'],
    [
      'payment.bankTransfers',
      'some of a hundred payments, a kilobyte each; references, and one open per account, have to be unique',
    ],
    ['payment.dispute-watches', 'one per provider'],
    ['payment.methods', 'one per provider'],
  ]),
  broadcast: [
    [/^cart-order\.checkouts find \{joins, state/, 'the deletion of an account, and what of it is unfinished: rare'],
    [/ (find|findAndModify|count|aggregate|update|delete) .*\b(dueAt|claim|failures)\b/, BACKGROUND],
    [
      /\.(outbox|inbox|event_versions|idempotency-keys) (find|delete|update|count|aggregate \{\} \$match) \{(publishedAt|waiting|relay|at|keepUntil)\b/,
      BACKGROUND,
    ],
    [/^cart-order\.alerts (find|delete) \{state, since/, DAY_BY_DAY],
    [
      /^cart-order\.alerts find \{(kind|productId)/,
      'who waits for a piece: in the background, when it is back or costs less',
    ],
    [/^cart-order\.checkouts delete /, DAY_BY_DAY],
    [/^cart-order\.sealedBuyers delete \{keepUntil/, BACKGROUND],
    [
      /\.outbox (find|delete) \{_id: \{\$gte/,
      'what was published of a deleted account: in the background, once per account',
    ],
    [/^cart-order\.checkouts (find|update|findAndModify) \{_id\b/, BY_ID],
    [/^cart-order\.orders (find|aggregate|count) .*(words|status|createdAt|\{\})/, STAFF],
    [/^cart-order\.orders find \{\$or: \{payment\.providerPaymentId\} \{invoice\.number\}/, STAFF],
    [
      /^cart-order\.orders (find|aggregate|count) \{?.*userId/,
      "a buyer's own list: once per visit of the account page; an index on every shard answers it",
    ],
    [
      /^cart-order\.orders find \{\$or: \{payment\.paymentId\}/,
      "the page after paying: captures, which are divided by the payment's id, has the order's",
    ],
    [/^cart-order\.invoices find \{issuedAt/, STAFF],
    [/^cart-order\.captures (find|count|aggregate)/, STAFF],
    [/^catalog\.holds delete /, DAY_BY_DAY],
    [/^catalog\.stock-movements aggregate \{\} \$match \{at: \{\$gte\}\} \$group/, STAFF],
    [
      /^catalog\.bought find \{userId: \{\$in\}/,
      'who of the reviewers bought the group: with a review, one order in fifty',
    ],
    [/^catalog\.bought delete \{userId/, 'what a deleted account bought: in the background, once per account'],
    [/^payment\.attempts (find|update) \{(\$or: .*, )?_id\b/, BY_ID],
    [
      /^payment\.(attempts|refunds) find \{provider, provider\w+Id\}/,
      'by the id of the provider: once per webhook and return of a browser',
    ],
    [/^payment\.attempts aggregate \{\} \$match \{capturedAt/, BACKGROUND],
    [
      /^payment\.refunds (find|update|distinct|aggregate) .*(paymentId|dueAt)/,
      'of one payment: one order in some tens has a refund',
    ],
    [
      /^content\.mails (find|count|update) \{(topic|orderId)/,
      'whether a newer mail of the same matter makes this one pointless: once per mail',
    ],
    [/^content\.mails (find|count|aggregate \{\} \$match) \{state/, STAFF],
    [
      /^content\.mails (find|update) \{userId/,
      'of one account: when its address becomes known, it is deleted, or its owner downloads it',
    ],
    [/^\*?\w[\w-]*\.(people|recipients) find \{(name|email)/, STAFF],
  ],
  lostUniqueness: [
    [/^cart-order\.orders unique \{payment\./, "a payment has one capture: captures has the payment's id as its own"],
    [
      /^cart-order\.invoices unique \{kind, year, sequence\}/,
      'the series counts in the transaction that writes the document',
    ],
    [
      /^payment\.attempts unique \{provider, (providerOrderId|providerPaymentId)\}/,
      'the provider makes these ids; the attempt that carries one is found by its receipt first',
    ],
    [
      /^payment\.attempts unique \{provider, current\}/,
      'becomes {checkoutId, provider, current}, which begins with the key',
    ],
    [/^payment\.refunds unique/, "the provider makes this id; a refund's own is its idempotency key there"],
  ],
};
