import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { content } from '@shop/contracts';
import { AuditTrail, Edits, Outbox, Transactions, withVersion } from '@shop/service-kit';
import type { Model } from 'mongoose';
import { Showcase } from '../showcase/showcase.ts';
import type { Post } from './post.schema.ts';

/** The Instagram posts of the home page, newest first. */
@Injectable()
export class PostsService extends Showcase<Post, content.Post> {
  constructor(
    @InjectModel('Post') posts: Model<Post>,
    transactions: Transactions,
    outbox: Outbox,
    audit: AuditTrail,
    edits: Edits,
  ) {
    super(posts, transactions, outbox, audit, edits, { name: 'post', tag: 'posts', order: -1 });
  }

  override viewOf({ _id, image, url }: Post): content.Post {
    return withVersion({ _id: String(_id), post: image, url });
  }
}
