import type { Idempotency, Session, UploadedFile } from '@shop/service-kit';
import type { ImagesService } from '../images/images.service.ts';
import { byStaff } from '../media/uploaded.ts';
import type { FieldsOf, Showcase, ShowcaseEntry } from './showcase.ts';

type CreateRequest = Parameters<Idempotency['once']>[0] & {
  session: Session;
  files: Readonly<Record<string, UploadedFile>>;
};

interface ChangeRequest {
  session: Session;
  params: { id: string };
  version: string | undefined;
  files: Readonly<Record<string, UploadedFile>>;
}

/** Shared by the controllers of posts and banners. `View` is an entry on the wire. */
export abstract class ShowcaseController<Entry extends ShowcaseEntry, View extends { version?: string | undefined }> {
  constructor(
    private readonly entries: Showcase<Entry>,
    private readonly images: ImagesService,
    private readonly idempotency: Idempotency,
    private readonly viewOf: (entry: Entry) => View,
  ) {}

  protected async listEntries(): Promise<View[]> {
    return (await this.entries.list()).map(this.viewOf);
  }

  protected async createEntry<Answer>(
    request: CreateRequest,
    fieldsWith: (image: string) => FieldsOf<Entry>,
    answerOf: (view: View) => Answer,
  ): Promise<Answer> {
    const { src } = await this.images.upload(request.files['image'], byStaff(request.session));
    return this.idempotency.once(request, async (transaction) =>
      answerOf(this.viewOf(await this.entries.create(request.session, fieldsWith(src), transaction))),
    );
  }

  /** The image stays as it is if none is uploaded. */
  protected async changeEntry(
    { session, params, files, version }: ChangeRequest,
    fieldsWith: (image: { image?: string }) => Partial<FieldsOf<Entry>>,
  ): Promise<View> {
    const image = files['image'] && { image: (await this.images.upload(files['image'], byStaff(session))).src };
    const read = { version, view: this.viewOf as (entry: Entry) => object & { version?: string } };
    return this.viewOf(await this.entries.change(session, params.id, fieldsWith({ ...image }), read));
  }

  protected async removeEntry({
    session,
    params,
  }: Pick<ChangeRequest, 'session' | 'params'>): Promise<{ _id: string }> {
    await this.entries.remove(session, params.id);
    return { _id: params.id };
  }
}
