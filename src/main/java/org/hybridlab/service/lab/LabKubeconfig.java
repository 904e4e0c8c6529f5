package org.hybridlab.service.lab;

import org.hybridlab.cluster.kubeconfig.SharedKubeconfig;
import org.hybridlab.config.file.LabLocation;
import org.hybridlab.service.context.ServiceContext;

/** Where a lab stands among the user's other clusters. */
public final class LabKubeconfig {
    private LabKubeconfig() {
    }

    public static SharedKubeconfig shared(ServiceContext context) {
        return SharedKubeconfig.ofUser(context.environment(), context.userHome());
    }

    public static String context(LabLocation lab) {
        return "hybridlab-" + lab.folder().getFileName() + lab.instance().map("-"::concat).orElse("");
    }
}
