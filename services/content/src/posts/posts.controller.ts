import { content } from '@shop/contracts';
import { ContractController, Idempotency, type Input, Route, ValidatedInput } from '@shop/service-kit';
import { ImagesService } from '../images/images.service.ts';
import { ShowcaseController } from '../showcase/showcase.controller.ts';
import type { Post } from './post.schema.ts';
import { PostsService } from './posts.service.ts';

@ContractController()
export class PostsController extends ShowcaseController<Post, content.Post> {
  // oxlint-disable-next-line eslint/no-useless-constructor -- Nest injects by the types of the class itself
  constructor(posts: PostsService, images: ImagesService, idempotency: Idempotency) {
    super(posts, images, idempotency);
  }

  @Route(content.listPosts)
  async list() {
    return { posts: await this.listEntries() };
  }

  @Route(content.createPost)
  create(@ValidatedInput() input: Input<typeof content.createPost>) {
    const { url } = input.body;
    return this.createEntry(
      input,
      (image) => ({ image, url }),
      (post) => ({ post }),
    );
  }

  @Route(content.changePost)
  async change(@ValidatedInput() input: Input<typeof content.changePost>) {
    const { url } = input.body;
    return { post: await this.changeEntry(input, (image) => ({ url, ...image })) };
  }

  @Route(content.removePost)
  remove(@ValidatedInput() input: Input<typeof content.removePost>) {
    return this.removeEntry(input);
  }
}
