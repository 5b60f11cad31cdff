import { Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { type AnyCall, wirePath } from '@shop/contracts';
import { callOf } from './route.ts';

/** The calls that this process serves, discovered from its controllers. */
@Injectable()
export class RouteTable {
  #routes: { call: AnyCall; matches: RegExp }[] | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  get calls(): readonly AnyCall[] {
    return this.#all().map(({ call }) => call);
  }

  /** Methods that a URL supports, for the `allow` header of a 405. */
  methodsOf(url: string): string[] {
    const path = url.split('?', 1)[0]!;
    const methods = this.#all().flatMap(({ call, matches }) => (matches.test(path) ? [call.method] : []));
    return [...new Set(methods)].sort();
  }

  #all() {
    return (this.#routes ??= this.discovery.getControllers().flatMap(({ instance }) => {
      const prototype = Object.getPrototypeOf(instance) as Record<string, object>;
      return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
        const call = callOf(prototype[name]!);
        return call ? [{ call, matches: pathPattern(wirePath(call)) }] : [];
      });
    }));
  }
}

const pathPattern = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z]+/g, '[^/]+')}$`);
