package cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.opensearch.analysis.common.CommonAnalysisPlugin;
import org.opensearch.common.settings.Settings;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.painless.PainlessPlugin;
import org.opensearch.transport.Netty4Plugin;

/**
 * One node: its name, its folder, its HTTP and transport ports, then the transport addresses and names of all.
 * It lives as long as its standard input stays open: whoever started it, and however that ends, it ends too.
 */
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
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(node, Path.of(words[1]))));
        node.start();
        System.out.println("started " + words[0]);
        while (System.in.read() >= 0) {
            // Nothing is said to a node; the end is what it listens for.
        }
        System.exit(0);
    }

    /** Closes the node and takes its folder away, and the one around it once it is empty: nobody is left who would. */
    private static void end(TestNode node, Path folder) {
        try {
            node.close();
        } catch (IOException problem) {
            problem.printStackTrace();
        }
        try (Stream<Path> all = Files.walk(folder)) {
            all.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        } catch (IOException problem) {
            problem.printStackTrace();
        }
        folder.getParent().toFile().delete();
    }
}
