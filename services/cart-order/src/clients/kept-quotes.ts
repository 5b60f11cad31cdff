import { Inject, Injectable } from '@nestjs/common';
import type { catalog } from '@shop/contracts';
import { Clock, CONFIG, EventBus } from '@shop/service-kit';
import { LRUCache } from 'lru-cache';
import { choicesOf } from '../cart/cart.rules.ts';
import type { Config } from '../variables.ts';

const MAX_PRODUCTS = 2_000;
const MAX_CHOICES = 20;

interface Kept {
  quoted: catalog.QuotedLine;
  until: number;
}

export interface LineOfCart {
  productId: string;
  quantity: number;
  customizations: catalog.Customizations;
}

type Line = Pick<LineOfCart, 'productId' | 'customizations'>;

/**
 * Quotes for carts, until an event of catalog may have changed them. They expire as well, because an event may be late: the
 * broker may be unreachable for catalog alone.
 */
@Injectable()
export class KeptQuotes {
  // By product, then by choices. What is forgotten here while catalog is asked is not kept: its answer belongs to the removed entry.
  readonly #kept = new LRUCache<string, Map<string, Kept>>({ max: MAX_PRODUCTS });

  constructor(
    private readonly bus: EventBus,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  of({ productId, customizations }: Line): catalog.QuotedLine | undefined {
    if (!this.bus.hearsBroadcasts) return undefined;
    const kept = this.#kept.get(productId)?.get(keyOf(customizations));
    return kept && kept.until > this.clock.millis() ? kept.quoted : undefined;
  }

  /** To be called before catalog is asked; returns what keeps the answer. */
  asking({ productId, customizations }: Line): (quoted: catalog.QuotedLine) => void {
    const until = this.clock.millis() + this.config.QUOTES_KEEP;
    const own = this.#kept.get(productId) ?? new Map<string, Kept>();
    this.#kept.set(productId, own);
    return (quoted) => {
      if (quoted.state !== 'priced') return;
      if (own.size >= MAX_CHOICES) own.clear();
      own.set(keyOf(customizations), { quoted, until });
    };
  }

  forget(productId: string): void {
    this.#kept.delete(productId);
  }

  forgetAll(): void {
    this.#kept.clear();
  }
}

const keyOf = (customizations: catalog.Customizations) => choicesOf(customizations as catalog.PricedCustomizations);
