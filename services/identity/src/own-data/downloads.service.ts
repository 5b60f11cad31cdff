import { gzipSync, gunzip } from 'node:zlib';
import { promisify } from 'node:util';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { AnswerInputOf, identity } from '@shop/contracts';
import { Clock, CONFIG, Failure, type JobHandle, Jobs, Outbox, type RunResult, Transactions } from '@shop/service-kit';
import { Types } from 'mongoose';
import { BrowsersService } from '../sessions/browsers.service.ts';
import { announceSecured } from '../users/user.announcements.ts';
import { StaffRoles } from '../roles/staff-roles.ts';
import { viewOf } from '../users/user.view.ts';
import { UsersRepository } from '../users/users.repository.ts';
import type { Config } from '../variables.ts';
import type { Download } from './download.schema.ts';
import { DownloadsRepository } from './downloads.repository.ts';
import { Slices } from './slices.ts';

const MAX_RETRY_MS = 10 * 60_000;
/** More than collecting takes with every service slow. */
const LEASE_MS = 3 * 60_000;

type View = AnswerInputOf<typeof identity.requestDownload>['download'];

/** Collects what is kept of an account into a file that its owner fetches. */
@Injectable()
export class DownloadsService implements OnModuleInit {
  #job!: JobHandle<Download>;

  constructor(
    private readonly downloads: DownloadsRepository,
    private readonly users: UsersRepository,
    private readonly roles: StaffRoles,
    private readonly browsers: BrowsersService,
    private readonly slices: Slices,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    const { DOWNLOAD_SWEEP } = this.config;
    this.#job = this.jobs.add<Download>({
      name: 'downloads',
      source: this.downloads.jobSource,
      pollMs: DOWNLOAD_SWEEP,
      leaseMs: LEASE_MS,
      retry: { firstMs: DOWNLOAD_SWEEP, maxMs: MAX_RETRY_MS },
      run: (download) => this.#run(download),
    });
  }

  async request(userId: string): Promise<View> {
    const newest = await this.downloads.newestOf(userId);
    if (newest?.state === 'preparing') return downloadView(newest);
    await this.downloads.removeOf(userId);
    const requestedAt = this.clock.now();
    const download: Download = {
      _id: new Types.ObjectId().toHexString(),
      userId,
      state: 'preparing',
      requestedAt,
      dueAt: requestedAt,
    };
    await this.downloads.insert(download);
    this.#job.wake();
    return downloadView(download);
  }

  async current(userId: string): Promise<View | null> {
    const newest = await this.downloads.newestOf(userId);
    return newest && (!newest.keepUntil || newest.keepUntil > this.clock.now()) ? downloadView(newest) : null;
  }

  /** The JSON. @throws Failure `download.not-found` */
  async file(userId: string, id: string): Promise<Buffer> {
    const file = await this.downloads.fileOf(userId, id, this.clock.now());
    if (!file) throw new Failure('download.not-found');
    return promisify(gunzip)(file);
  }

  async #run(download: Download): Promise<RunResult<Download>> {
    const { userId, requestedAt } = download;
    const keepUntil = new Date(this.clock.millis() + this.config.DOWNLOAD_KEEP);
    let json: string;
    try {
      json = await this.#collect(userId);
    } catch (error) {
      if (this.clock.millis() - requestedAt.getTime() < this.config.DOWNLOAD_LIMIT) throw error;
      return { outcome: 'done', set: { state: 'failed', keepUntil } };
    }
    const user = await this.users.byId(userId);
    // Deleted since it was asked for, and its downloads with it.
    if (!user) return { outcome: 'done' };
    await this.transactions.run((session) => announceSecured(this.outbox, session, user, 'download-ready'));
    return {
      outcome: 'done',
      set: { state: 'ready', keepUntil, file: gzipSync(json), bytes: Buffer.byteLength(json) },
    };
  }

  async #collect(userId: string): Promise<string> {
    const [user, guests] = await Promise.all([this.users.byId(userId), this.users.guestsOf(userId)]);
    const owners = [userId, ...guests.map(({ id }) => id as string)];
    const [signedIn, kept] = await Promise.all([this.browsers.allOf(userId), this.slices.keptOf(owners)]);
    const all = {
      collectedAt: this.clock.now().toISOString(),
      account: user && viewOf(user, await this.roles.of(user)),
      boughtBesideIt: guests.map((guest) => viewOf(guest)),
      sizes: user?.sizes ?? {},
      ...(user?.noticeChoices && { noticeChoices: user.noticeChoices }),
      signedIn: signedIn.map(({ browser, system, device, signedInAt, lastUsedAt }) => ({
        ...{ browser, system, device, signedInAt, lastUsedAt },
      })),
      ...kept,
    };
    return JSON.stringify(all, null, 2);
  }
}

const downloadView = ({ _id, state, requestedAt, keepUntil, bytes }: Download): View => ({
  _id,
  state,
  requestedAt: requestedAt.toISOString(),
  keptUntil: keepUntil?.toISOString() ?? null,
  bytes: bytes ?? null,
});
