package cluster;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.opensearch.analysis.common.CommonAnalysisPlugin;
import org.opensearch.common.settings.Settings;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.painless.PainlessPlugin;
import org.opensearch.transport.Netty4Plugin;

/** One node: its name, its folder, its HTTP and transport ports, then the transport addresses and names of all. */
public final class TestNode extends Node {
    private TestNode(Settings settings, String name) {
        super(
            InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), null, () -> name),
            List.of(Netty4Plugin.class, CommonAnalysisPlugin.class, PainlessPlugin.class),
            true);
    }

    public static void main(String[] words) throws Exception {
        Settings settings = Settings.builder()
            .put("cluster.name", "rosetta-tests")
            .put("node.name", words[0])
            .put("path.home", words[1])
            .put("network.host", "127.0.0.1")
            .put("http.port", words[2])
            .put("transport.port", words[3])
            .putList("discovery.seed_hosts", words[4].split(","))
            .putList("cluster.initial_cluster_manager_nodes", words[5].split(","))
            .put("transport.type", "netty4")
            .put("http.type", "netty4")
            // A machine that runs tests may have a full disk; that is not what is tested.
            .put("cluster.routing.allocation.disk.threshold_enabled", false)
            .put("cluster.fault_detection.follower_check.interval", "1s")
            .put("cluster.fault_detection.leader_check.interval", "1s")
            .build();
        TestNode node = new TestNode(settings, words[0]);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> close(node)));
        node.start();
        System.out.println("started " + words[0]);
        new CountDownLatch(1).await();
    }

    private static void close(TestNode node) {
        try {
            node.close();
        } catch (Exception problem) {
            problem.printStackTrace();
        }
    }
}
