import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { JobSource } from '@shop/service-kit';
import type { ClientSession, Model } from 'mongoose';
import type { Download } from './download.schema.ts';

@Injectable()
export class DownloadsRepository {
  readonly jobSource: JobSource<Download>;

  constructor(@InjectModel('Download') private readonly downloads: Model<Download>) {
    this.jobSource = new JobSource(downloads);
  }

  async insert(download: Download): Promise<void> {
    await this.downloads.create([download]);
  }

  /** The newest, without its file. */
  newestOf(userId: string): Promise<Download | null> {
    return this.downloads.findOne({ userId }, { file: 0 }).sort({ requestedAt: -1 }).lean<Download>();
  }

  async fileOf(userId: string, id: string, now: Date): Promise<Buffer | undefined> {
    const found = await this.downloads.findOne({ _id: id, userId, keepUntil: { $gt: now } });
    return found?.file;
  }

  async removeOf(userId: string, session?: ClientSession): Promise<void> {
    await this.downloads.deleteMany({ userId }, session ? { session } : {});
  }
}
