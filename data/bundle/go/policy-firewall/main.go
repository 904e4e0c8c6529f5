// Policy-firewall holds NetworkPolicies on the node that it runs on. It is kube-router's firewall without its router and
// its service proxy, and removes its rules as it ends.
package main

import (
	"flag"
	"log"
	"os"
	"os/signal"
	"sync"
	"syscall"

	"github.com/cloudnativelabs/kube-router/v2/pkg/controllers/netpol"
	"github.com/cloudnativelabs/kube-router/v2/pkg/healthcheck"
	"github.com/cloudnativelabs/kube-router/v2/pkg/options"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
)

func main() {
	node := flag.String("node", "", "name of the node")
	services := flag.String("services", "", "addresses of Services, such as 10.96.0.0/16")
	flag.Parse()
	if err := run(*node, *services); err != nil {
		log.Fatal(err)
	}
}

func run(node, services string) error {
	settings := options.NewKubeRouterConfig()
	settings.EnableIPv4 = true
	settings.HostnameOverride = node
	settings.ClusterIPCIDRs = []string{services}
	access, err := rest.InClusterConfig()
	if err != nil {
		return err
	}
	client, err := kubernetes.NewForConfig(access)
	if err != nil {
		return err
	}
	stop := make(chan struct{})
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods().Informer()
	namespaces := factory.Core().V1().Namespaces().Informer()
	policies := factory.Networking().V1().NetworkPolicies().Informer()
	factory.Start(stop)
	factory.WaitForCacheSync(stop)

	iptables, ipsets, err := netpol.NewIPTablesHandlers(settings)
	if err != nil {
		return err
	}
	firewall, err := netpol.NewNetworkPolicyController(client, settings, pods, policies, namespaces, &sync.Mutex{},
		iptables, ipsets)
	if err != nil {
		return err
	}
	pods.AddEventHandler(firewall.PodEventHandler)
	namespaces.AddEventHandler(firewall.NamespaceEventHandler)
	policies.AddEventHandler(firewall.NetworkPolicyEventHandler)
	beats := make(chan *healthcheck.ControllerHeartbeat)
	go func() {
		for range beats {
		}
	}()
	var running sync.WaitGroup
	running.Add(1)
	go firewall.Run(beats, stop, &running)

	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM)
	<-signals
	close(stop)
	running.Wait()
	firewall.Cleanup()
	return nil
}
