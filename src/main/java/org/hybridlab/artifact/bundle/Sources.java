package org.hybridlab.artifact.bundle;

import java.time.Duration;
import java.util.List;

import org.hybridlab.common.error.LabException;

/** Decides, by one probe in a run, where parts come from. */
final class Sources {
    private static final Duration PROBE = Duration.ofSeconds(4);

    private final OfficialSource official;
    private final ModulesSource modules;
    private final Downloads downloads;

    Sources(OfficialSource official, ModulesSource modules, Downloads downloads) {
        this.official = official;
        this.modules = modules;
        this.downloads = downloads;
    }

    /** In the order in which they are asked whether they offer a part. */
    List<BundleSource> chosen(SourceOptions wish, List<BundlePart> missing, Fetching fetching) {
        boolean takesOfficial = switch (wish) {
            case OFFICIAL -> true;
            case MODULES -> false;
            case AUTO -> isOfficialReachable(missing, fetching);
        };
        if (wish == SourceOptions.AUTO && missing.stream().anyMatch(official::offers)) {
            fetching.say(takesOfficial ? "official downloads can be reached" : "official downloads cannot be reached: "
                    + "building from Go modules");
        }
        return takesOfficial ? List.of(official, modules) : List.of(modules);
    }

    static BundleSource offering(BundlePart part, List<BundleSource> sources) {
        return sources.stream().filter(source -> source.offers(part)).findFirst()
                .orElseThrow(() -> LabException.invalid("bundle-not-offered", "No source offers " + part.title() + ".",
                        "Take a Kubernetes version that `hybridlab bundle list` shows."));
    }

    private boolean isOfficialReachable(List<BundlePart> missing, Fetching fetching) {
        return missing.stream().filter(official::offers).findFirst().map(part -> {
            String url = part.fill(part.component().official().orElseThrow().checksum(), part.names().get(0));
            return downloads.reaches(url, PROBE, fetching.cancellation());
        }).orElse(false);
    }
}
