import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { type AnyCall, wirePath } from '@shop/contracts';
import { callOf } from './route.ts';

/** The calls that this process serves, found at its controllers. */
@Injectable()
export class RouteTable implements OnModuleInit {
  #routes: { call: AnyCall; matches: RegExp }[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  onModuleInit(): void {
    const calls = this.discovery.getControllers().flatMap(({ instance }) => {
      const prototype = Object.getPrototypeOf(instance) as Record<string, object>;
      return this.scanner.getAllMethodNames(prototype).map((name) => callOf(prototype[name]!));
    });
    this.#routes = calls
      .filter((call) => call !== undefined)
      .map((call) => ({ call, matches: pathPattern(wirePath(call)) }));
  }

  get calls(): readonly AnyCall[] {
    return this.#routes.map(({ call }) => call);
  }

  /** Methods that a URL of this process answers to, for a 405. */
  methodsOf(url: string): string[] {
    const path = url.split('?', 1)[0]!;
    return [...new Set(this.#routes.filter(({ matches }) => matches.test(path)).map(({ call }) => call.method))].sort();
  }
}

const pathPattern = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z]+/g, '[^/]+')}$`);
