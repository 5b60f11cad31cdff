import { content } from '@shop/contracts';
import { ContractController, ValidatedInput, Idempotency, type Input, Route } from '@shop/service-kit';
import { ImagesService } from '../images/images.service.ts';
import type { Post } from './post.schema.ts';
import { PostsService } from './posts.service.ts';

const viewOf = ({ _id, image, url }: Post): content.Post => ({ _id: String(_id), post: image, url });

@ContractController()
export class PostsController {
  constructor(
    private readonly posts: PostsService,
    private readonly images: ImagesService,
    private readonly idempotency: Idempotency,
  ) {}

  @Route(content.listPosts)
  async list() {
    return { posts: (await this.posts.list()).map(viewOf) };
  }

  @Route(content.createPost)
  async create(@ValidatedInput() input: Input<typeof content.createPost>) {
    const { src: image } = await this.images.keep(input.files['image']);
    return this.idempotency.once(input, async (transaction) => ({
      post: viewOf(await this.posts.create(input.session, { image, url: input.body.url }, transaction)),
    }));
  }

  @Route(content.changePost)
  async change(@ValidatedInput() { session, params, body, files }: Input<typeof content.changePost>) {
    const image = files['image'] && { image: (await this.images.keep(files['image'])).src };
    return { post: viewOf(await this.posts.change(session, params.id, { url: body.url, ...image })) };
  }

  @Route(content.removePost)
  async remove(@ValidatedInput() { session, params }: Input<typeof content.removePost>) {
    await this.posts.remove(session, params.id);
    return { _id: params.id };
  }
}
