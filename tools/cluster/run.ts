import { startProducts } from '../harness/cluster/products-on-cluster.ts';
import { startCluster } from '../harness/cluster/start-cluster.ts';

/**
 * `npm run cluster`: PostgreSQL on three nodes with Patroni, etcd and HAProxy, from the files in deploy/cluster, and two
 * servers of the product on it. Ctrl+C removes everything.
 */
console.log('The cluster starts, which takes half a minute.');
const cluster = await startCluster();
const { products } = await startProducts(cluster, 2).catch(async (error: unknown) => {
  await cluster.close();
  throw error;
});
console.log('\nTwo servers of the product run on one cluster:');
for (const { baseUrl } of products) console.log(`  ${baseUrl}`);
console.log('Log in as admin@vialkeep.test with the password Vialkeep-demo-1.\n');
console.log(`The primary behind HAProxy: ${cluster.databaseUrl}`);
for (const { name, address } of cluster.nodes) {
  console.log(`  ${name}  PostgreSQL ${address}:5432, Patroni http://${address}:8008/cluster`);
}
console.log(`The logs of the nodes lie in ${cluster.folder}. Ctrl+C stops and removes everything.`);
