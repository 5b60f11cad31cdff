import { type content, type CurrencyCode, payment } from '@shop/contracts';

type Page = Pick<content.TextPage, 'slug' | 'title' | 'description' | 'blocks'>;

const heading = (text: string): content.PageBlock => ({ kind: 'heading', text });
const paragraph = (text: string): content.PageBlock => ({ kind: 'paragraph', text });
const list = (...items: string[]): content.PageBlock => ({ kind: 'list', items });
const question = (text: string, answer: string): content.PageBlock => ({ kind: 'question', question: text, answer });

/** Those that are offered before staff decide. */
const waysToPay = (takes: (currency: CurrencyCode) => boolean): string =>
  payment.PROVIDERS.filter(({ isOnAtFirst, currencies }) => isOnAtFirst && currencies.some(takes))
    .map(({ choice }) => choice)
    .join(', ');

/** Of Directives 2011/83 and 2023/2673. */
const WITHDRAWAL = [
  heading('If your parcel goes to the European Union'),
  paragraph(
    'As a consumer you can withdraw from the contract without giving a reason, from your order until 14 days after the day on which all of it was delivered. Open the order under My Orders, choose “Withdraw from contract here”, and then “Confirm withdrawal here”: we mail you a receipt at once. You can also write to us.',
  ),
  paragraph(
    'Send the pieces back within 14 days of your withdrawal, at your cost. We pay back what you paid for them, and the standard delivery if you withdraw from all of the order, within 14 days of your withdrawal; we may wait until the pieces are here, or you have shown us that you sent them. An order of which nothing was sent is cancelled and paid back at once.',
  ),
  paragraph('Pieces that were made to order or engraved for you cannot be withdrawn from.'),
];

/** The text pages of the demo shop. Their promises match the shop's behaviour. */
export const pages: Page[] = [
  {
    slug: 'about',
    title: 'About Aranya',
    description:
      'A family workshop in Jaipur that makes fine jewellery by hand, hallmarked and traceable to the last gram.',
    blocks: [
      paragraph(
        'Aranya began with one bench in Johari Bazaar, where our grandfather set stones for other jewellers. Three generations later twelve goldsmiths, setters and polishers work in the same street, and everything we sell is made there.',
      ),
      heading('How we work'),
      paragraph(
        'A piece starts as a drawing and a wax, is cast in metal of known purity, and passes through five pairs of hands before it is hallmarked. Whoever sets the stones signs the job card, and the card is kept: ten years on we still know who made your ring.',
      ),
      heading('What we promise'),
      list(
        'Gold and silver are hallmarked by the Bureau of Indian Standards; every piece carries its own number.',
        'Natural and laboratory-grown diamonds above 0.30 carat come with a certificate of an independent laboratory.',
        'Prices follow the day’s metal rate, the weight and the stones. There are no hidden making charges.',
        'Cleaning and polishing are free for as long as you own the piece.',
      ),
    ],
  },
  {
    slug: 'contact',
    title: 'Contact us',
    description: 'Talk to our jewellers by phone, chat or e-mail, or visit the workshop in Johari Bazaar, Jaipur.',
    blocks: [
      paragraph(
        'Our jewellers answer themselves, Monday to Saturday from 10 am to 7 pm Indian time. Write at any hour; we reply within one working day.',
      ),
      heading('Visit the workshop'),
      paragraph(
        'You are welcome to try pieces on and to watch them being made. Please write or call a day ahead, so that the piece you have in mind is ready for you.',
      ),
    ],
  },
  {
    slug: 'diamond-education',
    title: 'Diamond education',
    description: 'Cut, colour, clarity and carat explained plainly, and which of them to spend your money on.',
    blocks: [
      paragraph(
        'Four properties decide what a diamond costs, and they do not matter equally to the eye. This page says what each one is, and where we would spend our own money.',
      ),
      heading('Cut'),
      paragraph(
        'Cut is how well the facets return light, and it is what people see first. A well cut stone of a lower colour looks brighter than a poorly cut one of the best. We sell only the two highest cut grades.',
      ),
      heading('Colour'),
      paragraph(
        'Colour runs from D, without any tint, to Z. Between D and F only a laboratory sees the difference; G to I look white once set. In yellow or rose gold even J is hard to tell.',
      ),
      heading('Clarity'),
      paragraph(
        'Clarity counts what lies inside the stone. VS1 and VS2 show nothing without a loupe, and most SI1 stones nothing at arm’s length. FL and IF are for collectors.',
      ),
      heading('Carat'),
      paragraph(
        'Carat is weight, a fifth of a gram, and not size: a well proportioned 0.90 carat stone can look larger than a deep 1.00. Prices jump at round weights, so a stone just below one is good value.',
      ),
      heading('Natural and laboratory-grown'),
      paragraph(
        'Laboratory-grown diamonds have the hardness and the light of natural ones, at a fraction of the price. Where we say diamond alone we mean a natural one; the others are called laboratory-grown diamonds on every page and certificate.',
      ),
    ],
  },
  {
    slug: 'faqs',
    title: 'Questions and answers',
    description: 'Delivery, sizes, hallmarks, engraving, returns and payment: what customers ask us most.',
    blocks: [
      question(
        'How long does delivery take?',
        'Pieces that are ready leave the workshop within two working days. Pieces made for you take 15 to 20 business days. The product page shows which applies.',
      ),
      question(
        'Which ring size do I need?',
        'Measure a ring that fits: its inner diameter in millimetres is in our size guide, on every ring’s page. If you are between two sizes, take the larger one; the first resizing is free.',
      ),
      question(
        'Is the jewellery hallmarked?',
        'Yes. Gold and silver carry the BIS hallmark with their own number. It is part of the piece and its price. For a small fee we also mark a piece that has none, such as one of vermeil.',
      ),
      question(
        'Can a piece be engraved?',
        'Where the product page offers it: up to forty letters. An engraved piece is made for you and cannot be returned.',
      ),
      question(
        'Can I return a piece?',
        'Within 30 days of delivery, unworn and with its certificate. Customised pieces cannot be returned.',
      ),
      question(
        'How can I pay?',
        `${waysToPay((currency) => currency === 'INR')} in India; ${waysToPay((currency) => currency !== 'INR')} elsewhere, in your own currency. We never see or store your card.`,
      ),
      question(
        'Do prices include taxes?',
        'Yes. A price is the MRP with all taxes; the checkout and your invoice show the GST in it on a line of its own.',
      ),
    ],
  },
  {
    slug: 'cancellation-policy',
    title: 'Cancellation policy',
    description: 'Cancel within 24 hours for a full refund; what applies after that and to customised pieces.',
    blocks: [
      list(
        'An order can be cancelled within 24 hours of being placed, with a full refund.',
        'After 24 hours it cannot be cancelled once production has started.',
        'When a customised order is cancelled later than that, an advance of 30 % is kept.',
        'We may cancel an order for a failed payment, an error in price or listing, or materials that cannot be had. You are then refunded in full.',
        'Refunds reach you within 5 to 7 working days; banks may take up to 14.',
      ),
      heading('Pieces that have been delivered'),
      list(
        'A return needs a return authorization number; please write to us first.',
        'Customers outside India pay return shipping, duties and taxes.',
        'What applies to returns is on the page Refunds and returns.',
      ),
      heading('How to cancel'),
      paragraph('Open the order under My Orders and choose Cancel, or write to us with the order number.'),
      ...WITHDRAWAL,
    ],
  },
  {
    slug: 'refund-return',
    title: 'Refunds and returns',
    description: 'Returns within 30 days of delivery, how to send a piece back, and how the money returns to you.',
    blocks: [
      list(
        'Pieces can be returned within 30 days of delivery, unworn, with all tags and certificates.',
        'Customised and engraved orders are non-refundable.',
        'Shipping and insurance fees are not refundable.',
        'A return needs a return authorization number; please write to us first.',
        'Customers outside India pay return shipping, duties and taxes.',
      ),
      heading('After we receive it'),
      paragraph(
        'We examine the piece within two working days. The refund goes to the way you paid and arrives within 5 to 7 working days.',
      ),
      ...WITHDRAWAL,
    ],
  },
  {
    slug: 'privacy-policy',
    title: 'Privacy policy',
    description: 'What we know about you, why, for how long, and what you can ask of us.',
    blocks: [
      heading('What we keep'),
      list(
        'Your name, e-mail address and delivery addresses, to fulfil your orders.',
        'Your orders and invoices, for as long as tax law requires.',
        'Your reviews, under the name in your account.',
      ),
      heading('What we do not keep'),
      paragraph(
        'Details of cards and of net banking go straight to our payment providers and never reach us. There is no advertising and no tracking across sites. The cookies we set keep you signed in and remember your country.',
      ),
      heading('Your rights'),
      paragraph('You can see and change your data in your profile, and ask us to delete your account at any time.'),
    ],
  },
  {
    slug: 'shipping-policy',
    title: 'Shipping policy',
    description: 'Free insured delivery in India; worldwide shipping for $60 to $80 in 15 to 20 business days.',
    blocks: [
      list(
        'Delivery in India is free and insured.',
        'We ship worldwide for $60 to $80, depending on the country; larger orders ship free.',
        'Orders outside India arrive in 15 to 20 business days.',
        'Duties and taxes of the country of delivery are not included, unless the checkout says so: the courier charges them to the receiver when the parcel arrives.',
        'Returns are accepted within 30 days of delivery.',
        'Customised orders are non-refundable, and so are shipping and insurance fees.',
      ),
      paragraph('Somebody has to sign for the parcel. Please open it before the courier leaves if the seal is broken.'),
    ],
  },
  {
    slug: 'terms-conditions',
    title: 'Terms and conditions',
    description: 'The terms on which we sell: prices, payment, delivery, ownership and the law that applies.',
    blocks: [
      heading('Orders and prices'),
      paragraph(
        'A contract is made when your payment has been received and the order appears under My Orders. The price is the one shown in the checkout that you paid.',
      ),
      heading('Jewellery is made by hand'),
      paragraph(
        'Weights and measures may differ from the description by up to two per cent. Photographs show the piece in one size; yours may be smaller or larger.',
      ),
      heading('Ownership'),
      paragraph('A piece is yours, and at your risk, once it was handed to you or to somebody at your address.'),
      heading('Complaints'),
      paragraph(
        'Our grievance officer is named on the contact page. Your complaint is answered within 48 hours and settled within a month of its arrival.',
      ),
      heading('Law'),
      paragraph('These terms are governed by the laws of India; the courts of Jaipur are competent.'),
    ],
  },
];
