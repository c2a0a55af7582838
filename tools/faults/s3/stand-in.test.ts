import { describeStore } from './describe-store.ts';
import { standInTraits, startStandIn } from './stand-in.ts';

describeStore('the S3 stand-in', startStandIn, standInTraits);
