import type { Idempotency, Session, UploadedFile } from '@shop/service-kit';
import type { ImagesService } from '../images/images.service.ts';
import { byStaff } from '../media/uploaded.ts';
import { uploadError } from '../media/uploads.ts';
import type { FieldsOf, Showcase, ShowcaseEntry } from './showcase.ts';

interface WithPicture {
  session: Session;
  /** The address of a picture that is there. */
  body: { image?: string | undefined };
  /** The picture itself, which goes before an address. */
  files: Readonly<Record<string, UploadedFile>>;
}

type CreateRequest = Parameters<Idempotency['once']>[0] & WithPicture;

interface ChangeRequest extends WithPicture {
  params: { id: string };
  version: string | undefined;
}

/** Shared by the controllers of posts and banners. `View` is an entry on the wire. */
export abstract class ShowcaseController<Entry extends ShowcaseEntry, View extends { version?: string | undefined }> {
  constructor(
    private readonly entries: Showcase<Entry, View>,
    private readonly images: ImagesService,
    private readonly idempotency: Idempotency,
  ) {}

  protected async listEntries(): Promise<View[]> {
    return (await this.entries.list()).map((entry) => this.entries.viewOf(entry));
  }

  protected async createEntry<Answer>(
    request: CreateRequest,
    fieldsWith: (image: string) => FieldsOf<Entry>,
    answerOf: (view: View) => Answer,
  ): Promise<Answer> {
    const image = await this.#pictureOf(request);
    if (!image) throw uploadError('image', 'Choose a picture');
    return this.idempotency.once(request, async (transaction) =>
      answerOf(this.entries.viewOf(await this.entries.create(request.session, fieldsWith(image), transaction))),
    );
  }

  /** The image stays as it is if none is given. */
  protected async changeEntry(
    request: ChangeRequest,
    fieldsWith: (image: { image?: string }) => Partial<FieldsOf<Entry>>,
  ): Promise<View> {
    const { session, params, version } = request;
    const image = await this.#pictureOf(request);
    const fields = fieldsWith({ ...(image && { image }) });
    return this.entries.viewOf(await this.entries.change(session, params.id, fields, version));
  }

  protected async removeEntry({
    session,
    params,
  }: Pick<ChangeRequest, 'session' | 'params'>): Promise<{ _id: string }> {
    await this.entries.remove(session, params.id);
    return { _id: params.id };
  }

  async #pictureOf({ session, body: { image }, files }: WithPicture): Promise<string | undefined> {
    if (files['image']) return (await this.images.upload(files['image'], byStaff(session))).src;
    if (image && !(await this.images.keep(image))) throw uploadError('image', 'This picture is not there any more');
    return image;
  }
}
